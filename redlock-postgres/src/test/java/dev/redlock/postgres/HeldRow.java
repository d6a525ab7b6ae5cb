package dev.redlock.postgres;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** Somebody has locked the row of a name, in a transaction that does not end. */
final class HeldRow implements AutoCloseable {
    private final PGSimpleDataSource source;
    private final Connection transaction;

    HeldRow(PGSimpleDataSource source, String name) throws SQLException {
        this.source = source;
        transaction = source.getConnection();
        transaction.setAutoCommit(false);
        try (Statement statement = transaction.createStatement()) {
            statement.execute("INSERT INTO redlock.names (space, name) VALUES ('redlock', '" + name
                    + "') ON CONFLICT (space, name) DO UPDATE SET name = excluded.name");
        }
    }

    /** Until somebody waits for the row, and has done so for a while. */
    void awaitWaiting(Duration since) {
        await().pollInterval(Duration.ofMillis(10))
                .until(() -> !TestServer.text(
                                source,
                                "SELECT 1 FROM pg_stat_activity WHERE application_name = 'redlock' AND wait_event_type"
                                        + " = 'Lock' AND clock_timestamp() - query_start > interval '"
                                        + since.toMillis() + " ms'")
                        .isEmpty());
    }

    @Override
    public void close() throws SQLException {
        transaction.rollback();
        transaction.close();
    }
}
