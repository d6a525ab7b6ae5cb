package dev.redlock.fencing.guard;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.testkit.InMemoryCluster;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** A service that pays out of a balance of 1000: what the tests of guarded operations work on. */
final class Escrow implements AutoCloseable {
    private final DataSource source;
    private final InMemoryCluster cluster = InMemoryCluster.of(3);
    private final Redlock redlock;
    private final GuardedOperations operations;

    Escrow(TestDatabase database) throws SQLException {
        source = database.fresh();
        execute(source, "CREATE TABLE balance (amount BIGINT)");
        execute(source, "INSERT INTO balance VALUES (1000)");
        redlock = cluster.connect(Redlock.builder().defaults(impatient()));
        operations = GuardedOperations.on(redlock, source);
    }

    private static LockOptions impatient() {
        return LockOptions.defaults().withWaitTimeout(Duration.ofMillis(50));
    }

    GuardedOperations operations() {
        return operations;
    }

    Redlock redlock() {
        return redlock;
    }

    InMemoryCluster cluster() {
        return cluster;
    }

    DataSource source() {
        return source;
    }

    /** The work: takes the amount from the balance and announces it. */
    static String pay(GuardedTransaction transaction, long amount) throws SQLException {
        execute(transaction.connection(), "UPDATE balance SET amount = amount - ?", amount);
        transaction.outbox("payouts", "paid " + amount);
        return "paid " + amount;
    }

    long balance() throws SQLException {
        return queryNumber(source, "SELECT amount FROM balance");
    }

    long announced() throws SQLException {
        return queryNumber(source, "SELECT COUNT(*) FROM redlock_outbox");
    }

    @Override
    public void close() {
        redlock.close();
    }
}
