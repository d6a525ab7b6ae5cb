package dev.redlock.docs.samples;

// sample
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.jdbc.FencingSchema;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

public class FencedPayout {
    public static void main(String[] args) throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:payouts;DB_CLOSE_DELAY=-1");
        try (Connection connection = database.getConnection()) {
            execute(connection, "CREATE TABLE account AS SELECT 'anna' AS name, 0 AS balance");
        }
        FencingSchema.create(database); // the tables of the fence

        try (Redlock redlock = Redlock.connect(args[0].split(",", -1))) {
            GuardedOperations operations = GuardedOperations.on(redlock, database);
            for (int attempt = 1; attempt <= 2; attempt++) {
                Outcome<String> outcome = operations.run("payout", "42", "100 to anna", tx -> {
                    execute(tx.connection(), "UPDATE account SET balance = balance + 100 WHERE name = 'anna'");
                    return "paid";
                });
                System.out.println("attempt " + attempt + ": " + outcome);
            }

            // A holder that hangs: its lease of a second is over before it writes.
            Lease late = redlock.acquire("account:anna", LockOptions.defaults().withTtl(Duration.ofSeconds(1)));
            try (Lease next = redlock.acquire("account:anna")) {
                System.out.println("next holder: " + withdraw(database, next));
            }
            System.out.println("late holder: " + withdraw(database, late));
        }
    }

    /** What the lock protects compares tokens, in the transaction of the write. */
    private static String withdraw(DataSource database, Lease lease) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            JdbcFence.on(database).check(connection, "account:anna", lease.token());
            execute(connection, "UPDATE account SET balance = balance - 100 WHERE name = 'anna'");
            connection.commit();
            return "done";
        } catch (StaleTokenException stale) {
            return "refused, " + stale.token() + " is smaller than " + stale.newest();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
// end
