package dev.redlock.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** One connection, set up as we need it. Used by one thread; only {@link #abort()} may come from another. */
final class Wire {
    /** What the network may take on top of what the database may take. */
    private static final Duration NETWORK = Duration.ofSeconds(2);

    private final Connection connection;
    private final String server;

    private Wire(Connection connection, String server) {
        this.connection = connection;
        this.server = server;
    }

    /** Reads the answer of a query. */
    @FunctionalInterface
    interface Answer<T> {
        T read(ResultSet rows) throws SQLException;
    }

    static Wire open(NodeSettings settings) throws SQLException {
        Connection connection = settings.source().getConnection();
        try {
            Duration limit = settings.statementTimeout();
            setNetworkTimeout(connection, limit.plus(NETWORK));
            connection.setAutoCommit(true);
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            return new Wire(connection, prepare(connection, limit));
        } catch (SQLException | RuntimeException e) {
            connection.abort(Runnable::run);
            throw e;
        }
    }

    /** Sets what holds for the whole connection, and reads which server process of which database it leads to. */
    private static String prepare(Connection connection, Duration statementTimeout) throws SQLException {
        String sql = "SELECT pg_postmaster_start_time()::text || ' ' || current_database(),"
                + " set_config('statement_timeout', ?, false), set_config('application_name', 'redlock', false),"
                // Everything we ask has an index. A plan that was made while the table was small would not use it.
                + " set_config('enable_seqscan', 'off', false)";
        List<Object> arguments = List.of(Long.toString(statementTimeout.toMillis()));
        return query(connection, sql, arguments, rows -> {
            rows.next();
            return rows.getString(1);
        });
    }

    /** The same for all connections to one server process. */
    String server() {
        return server;
    }

    Connection connection() {
        return connection;
    }

    <T> T query(String sql, List<Object> arguments, Answer<T> answer) throws SQLException {
        return query(connection, sql, arguments, answer);
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void ping() throws SQLException {
        execute("SELECT 1");
    }

    /** Closes it, or gives it back to the pool it came from as it was. */
    void close() {
        try {
            execute("RESET statement_timeout; RESET application_name; RESET enable_seqscan");
            setNetworkTimeout(connection, Duration.ZERO);
            connection.close();
        } catch (SQLException broken) {
            abort();
        }
    }

    /** Ends it at once, whatever is under way. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException gone) {
            // There is nothing left to end.
        }
    }

    private static <T> T query(Connection connection, String sql, List<Object> arguments, Answer<T> answer)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < arguments.size(); at++) {
                Object argument = arguments.get(at);
                statement.setObject(at + 1, argument instanceof List<?> list ? texts(connection, list) : argument);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return answer.read(rows);
            }
        }
    }

    private static Array texts(Connection connection, List<?> list) throws SQLException {
        return connection.createArrayOf("text", list.toArray());
    }

    /** Without it, an answer that the network has lost would be waited for until the operating system gives up. */
    private static void setNetworkTimeout(Connection connection, Duration timeout) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
        } catch (SQLFeatureNotSupportedException notThisDriver) {
            // The statement timeout of the server is left.
        }
    }
}
