package dev.redlock.fencing.process;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;

import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.jdbc.FencingSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Accounts and what was paid out of them. Nothing in these tables keeps a payout from being made twice: it shows as two rows. */
final class Ledger {
    static final long DEPOSIT = 10_000;
    static final long AMOUNT = 100;

    private static final AtomicInteger LEDGERS = new AtomicInteger();

    private final String database;
    private final DataSource source;

    private Ledger(String database, DataSource source) {
        this.database = database;
        this.source = source;
    }

    /** In a database of its own, so that scenes can be played side by side. */
    static Ledger of(int deals) throws SQLException {
        String database = "ledger_" + LEDGERS.incrementAndGet();
        execute(TestDatabase.POSTGRESQL.dataSource(), "CREATE DATABASE " + database);
        DataSource source = source(TestDatabase.POSTGRESQL.port(), database);
        FencingSchema.create(source);
        execute(source, "CREATE TABLE account (deal INT PRIMARY KEY, balance BIGINT NOT NULL)");
        execute(source, "CREATE TABLE payout (id VARCHAR(40) NOT NULL, deal INT NOT NULL, amount BIGINT NOT NULL)");
        execute(source, "INSERT INTO account SELECT deal, ? FROM generate_series(0, ?) AS deal", DEPOSIT, deals - 1);
        return new Ledger(database, source);
    }

    static DataSource source(int port, String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser("postgres");
        return source;
    }

    String database() {
        return database;
    }

    /** The work. */
    static void pay(Connection connection, String id, int deal) throws SQLException {
        execute(connection, "INSERT INTO payout VALUES (?, ?, ?)", id, deal, AMOUNT);
        execute(connection, "UPDATE account SET balance = balance - ? WHERE deal = ?", AMOUNT, deal);
    }

    DataSource source() {
        return source;
    }

    long payouts() throws SQLException {
        return queryNumber(source, "SELECT COUNT(*) FROM payout");
    }

    long differentPayouts() throws SQLException {
        return queryNumber(source, "SELECT COUNT(DISTINCT id) FROM payout");
    }

    long balance(int deal) throws SQLException {
        return queryNumber(source, "SELECT balance FROM account WHERE deal = ?", deal);
    }

    /** How many accounts have another balance than their payouts explain. */
    long accountsThatDoNotAddUp() throws SQLException {
        return queryNumber(
                source,
                "SELECT COUNT(*) FROM account WHERE balance <> ? - COALESCE("
                        + "(SELECT SUM(amount) FROM payout WHERE payout.deal = account.deal), 0)",
                DEPOSIT);
    }
}
