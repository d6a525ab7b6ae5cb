package dev.redlock.fencing.internal;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction on a connection of its own. Closing it rolls back what was not committed, gives the connection back as it came,
 * and never throws: by then the outcome is known, and an exception would hide it.
 */
public final class OpenTransaction implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenTransaction.class);

    private final Connection connection;
    private final boolean autoCommit;
    private boolean committed;

    private OpenTransaction(Connection connection, boolean autoCommit) {
        this.connection = connection;
        this.autoCommit = autoCommit;
    }

    public static OpenTransaction begin(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            return new OpenTransaction(connection, autoCommit);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Commits if the step returns, rolls back if it throws. */
    public static <T> T run(DataSource dataSource, Step<T> step) throws SQLException {
        try (OpenTransaction transaction = begin(dataSource)) {
            T result = step.run(transaction.connection());
            transaction.commit();
            return result;
        }
    }

    /** What is done in a short transaction. */
    @FunctionalInterface
    public interface Step<T> {
        T run(Connection connection) throws SQLException;
    }

    public Connection connection() {
        return connection;
    }

    public void commit() throws SQLException {
        connection.commit();
        committed = true;
    }

    @Override
    public void close() {
        try (connection) {
            if (!committed) {
                connection.rollback();
            }
            // Not after a rollback that failed: switching auto-commit on would commit what is still open.
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            LOG.debug("A connection was given back with an error; it is probably broken.", e);
        }
    }
}
