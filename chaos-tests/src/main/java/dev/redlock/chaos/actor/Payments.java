package dev.redlock.chaos.actor;

import dev.redlock.FencingToken;
import dev.redlock.fencing.idempotency.Fingerprint;
import dev.redlock.fencing.idempotency.IdempotencyKey;
import dev.redlock.fencing.idempotency.JdbcIdempotency;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Pays out of an account as an application would: reads the balance when it has the lock, and writes the new one at the end.
 * Whoever overwrites the balance of another loses money, and only a lock or a fence can keep it from that.
 */
final class Payments {
    /** One payment order. */
    record Payout(String account, String id, long amount) {}

    /** Whether the ledger has done it before. */
    enum Result {
        PAID,
        PAID_BEFORE
    }

    /** The ledger did not confirm the commit: it may be done or not. */
    static final class UnknownCommitException extends SQLException {
        private static final long serialVersionUID = 1L;

        UnknownCommitException(SQLException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private static final Duration FENCE_TIMEOUT = Duration.ofSeconds(5);

    private final DataSource ledger;
    private final Guard guard;
    private final String client;
    private final JdbcFence fence;
    private final JdbcIdempotency keys;

    Payments(DataSource ledger, Guard guard, String client) {
        this.ledger = ledger;
        this.guard = guard;
        this.client = client;
        this.fence = JdbcFence.on(ledger).withTimeout(FENCE_TIMEOUT);
        this.keys = JdbcIdempotency.on(ledger);
    }

    boolean marks(long token) {
        return token > 0 && guard != Guard.NO_FENCE && guard != Guard.NO_MARK;
    }

    void mark(String account, long token) {
        fence.mark(account, new FencingToken(token));
    }

    long balance(String account) throws SQLException {
        try (Connection connection = ledger.getConnection();
                PreparedStatement query = prepared(connection, "SELECT balance FROM account WHERE name = ?", account);
                ResultSet rows = query.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** @param newBalance what is left, by what the holder read when it got the lock */
    Result pay(Payout payout, long token, long newBalance, Consumer<Point> points) throws SQLException {
        boolean fenced = token > 0 && guard != Guard.NO_FENCE;
        if (fenced && guard == Guard.CHECK_THEN_WRITE) {
            try (Connection connection = ledger.getConnection()) {
                connection.setAutoCommit(false);
                fence.check(connection, payout.account(), new FencingToken(token));
                connection.commit();
            }
            points.accept(Point.ADMITTED);
        }
        try (Connection connection = ledger.getConnection()) {
            connection.setAutoCommit(false);
            if (fenced && guard != Guard.CHECK_THEN_WRITE) {
                fence.check(connection, payout.account(), new FencingToken(token));
                points.accept(Point.ADMITTED);
            }
            return write(connection, payout, token, newBalance, points);
        }
    }

    private Result write(Connection connection, Payout payout, long token, long newBalance, Consumer<Point> points)
            throws SQLException {
        String key = guard == Guard.NEW_KEY_PER_ATTEMPT ? payout.id() + "-" + UUID.randomUUID() : payout.id();
        IdempotencyKey once = new IdempotencyKey("payout", key);
        if (keys.begin(connection, once, Fingerprint.of(payout.toString())).isPresent()) {
            connection.rollback();
            return Result.PAID_BEFORE;
        }
        execute(connection, "UPDATE account SET balance = ? WHERE name = ?", newBalance, payout.account());
        execute(connection, "INSERT INTO received VALUES (?, ?)", payout.account(), payout.amount());
        execute(
                connection,
                "INSERT INTO journal (type, resource, token, payout, account, amount, client)"
                        + " VALUES ('WRITE', ?, ?, ?, ?, ?, ?)",
                payout.account(),
                token,
                payout.id(),
                payout.account(),
                payout.amount(),
                client);
        keys.complete(connection, once, "paid");
        points.accept(Point.WRITTEN);
        commit(connection);
        points.accept(Point.COMMITTED);
        return Result.PAID;
    }

    private static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new UnknownCommitException(e);
        }
    }

    private static void execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters)) {
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int at = 0; at < parameters.length; at++) {
            statement.setObject(at + 1, parameters[at]);
        }
        return statement;
    }
}
