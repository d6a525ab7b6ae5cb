package dev.redlock.fencing.process;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;

import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Accounts and what was paid out of them. Nothing in these tables keeps a payout from being made twice: it shows as two rows. */
final class Ledger {
    static final long DEPOSIT = 10_000;
    static final long AMOUNT = 100;

    private final DataSource source;

    private Ledger(DataSource source) {
        this.source = source;
    }

    static Ledger of(int deals) throws SQLException {
        DataSource source = TestDatabase.POSTGRESQL.fresh();
        execute(source, "CREATE TABLE account (deal INT PRIMARY KEY, balance BIGINT NOT NULL)");
        execute(source, "CREATE TABLE payout (id VARCHAR(40) NOT NULL, deal INT NOT NULL, amount BIGINT NOT NULL)");
        execute(source, "INSERT INTO account SELECT deal, ? FROM generate_series(0, ?) AS deal", DEPOSIT, deals - 1);
        return new Ledger(source);
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
