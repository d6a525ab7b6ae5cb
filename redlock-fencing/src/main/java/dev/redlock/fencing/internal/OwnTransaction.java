package dev.redlock.fencing.internal;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A short transaction on a connection of its own. */
public final class OwnTransaction {
    private OwnTransaction() {}

    /** What is done in it. */
    @FunctionalInterface
    public interface Step<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Commits if the step returns, rolls back if it throws, and leaves the connection as the pool gave it. */
    public static <T> T run(DataSource dataSource, Step<T> step) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            T result;
            try {
                result = step.run(connection);
            } catch (SQLException | RuntimeException | Error e) {
                rollBack(connection, e);
                throw e;
            }
            connection.commit();
            connection.setAutoCommit(autoCommit);
            return result;
        }
    }

    private static void rollBack(Connection connection, Throwable cause) {
        try {
            connection.rollback();
            // Not before the rollback has succeeded: switching auto-commit on would commit what is still open.
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
