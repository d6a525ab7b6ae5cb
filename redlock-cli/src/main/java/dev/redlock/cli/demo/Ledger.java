package dev.redlock.cli.demo;

import dev.redlock.FencingToken;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/** What the lock protects: a database that counts every payout, reached over TCP by whoever pays. */
final class Ledger implements AutoCloseable {
    private static final String PAYOUT_TABLE =
            "CREATE TABLE payout (id IDENTITY, name VARCHAR(100), payer VARCHAR(100))";
    private static final String TILL_TABLE = "CREATE TABLE till (balance INT)";

    private final JdbcDataSource source = new JdbcDataSource();
    private final JdbcFence fence = JdbcFence.on(source);
    private final Runnable end;

    private Ledger(String url, Runnable end) {
        source.setUrl(url);
        this.end = end;
    }

    static Ledger start() throws SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        Ledger ledger = new Ledger(
                "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:ledger;DB_CLOSE_DELAY=-1", server::stop);
        ledger.change(PAYOUT_TABLE);
        ledger.change(TILL_TABLE);
        ledger.fence.createTable();
        return ledger;
    }

    /** From another process. */
    static Ledger at(String url) {
        return new Ledger(url, () -> {});
    }

    String url() {
        return source.getUrl();
    }

    /** As services do that have nothing but a lock. */
    void pay(String payout, String payer) throws SQLException {
        change("INSERT INTO payout (name, payer) VALUES (?, ?)", payout, payer);
    }

    /** As services should: token and payout are compared and written in one transaction. */
    void payFenced(String payout, String payer, FencingToken token) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            fence.check(connection, payout, token);
            execute(connection, "INSERT INTO payout (name, payer) VALUES (?, ?)", payout, payer);
            connection.commit();
        }
    }

    int timesPaid(String payout) throws SQLException {
        return number("SELECT COUNT(*) FROM payout WHERE name = ?", payout);
    }

    void fillTill(int amount) throws SQLException {
        change("DELETE FROM till");
        change("INSERT INTO till VALUES (?)", amount);
    }

    int inTill() throws SQLException {
        return number("SELECT balance FROM till");
    }

    /** Reads, thinks and writes: two that do it at the same time lose one of the two. */
    void takeFromTill() throws SQLException {
        int before = inTill();
        change("UPDATE till SET balance = ?", before - 1);
    }

    private int number(String sql, Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private void change(String sql, Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection()) {
            execute(connection, sql, parameters);
        }
    }

    private static void execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int at = 0; at < parameters.length; at++) {
            statement.setObject(at + 1, parameters[at]);
        }
        return statement;
    }

    @Override
    public void close() {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException alreadyGone) {
            // Nothing to close then.
        }
        end.run();
    }
}
