package dev.redlock.fencing.jdbc;

import dev.redlock.FencingToken;
import dev.redlock.fencing.Fence;
import dev.redlock.fencing.FenceListener;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.internal.Names;
import dev.redlock.fencing.internal.OpenTransaction;
import dev.redlock.fencing.internal.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A fence in a table beside the data.
 *
 * <pre>{@code
 * fence.mark("payout:42", lease.token());                 // as soon as the lock is held
 * …
 * connection.setAutoCommit(false);
 * fence.check(connection, "payout:42", lease.token());    // first statement of the transaction
 * … the writes …
 * connection.commit();
 * }</pre>
 *
 * <p>The check costs one round trip. It keeps the row of the resource locked until the transaction ends: an older holder that
 * checks meanwhile waits, and is refused afterwards.
 */
public final class JdbcFence implements Fence {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private final DataSource dataSource;
    private final String table;
    private final @Nullable SqlDialect dialect;
    private final Duration timeout;
    private final FenceListener listener;

    private JdbcFence(
            DataSource dataSource,
            String table,
            @Nullable SqlDialect dialect,
            Duration timeout,
            FenceListener listener) {
        this.dataSource = dataSource;
        this.table = table;
        this.dialect = dialect;
        this.timeout = timeout;
        this.listener = listener;
    }

    /** A fence in the table {@code redlock_fence}, in the dialect that the database says it speaks. */
    public static JdbcFence on(DataSource dataSource) {
        return new JdbcFence(
                Objects.requireNonNull(dataSource, "dataSource"),
                Table.FENCE.defaultName(),
                null,
                DEFAULT_TIMEOUT,
                (resource, token, newest) -> {});
    }

    /** In another table: a plain identifier, optionally after a schema and a dot. */
    public JdbcFence withTable(String name) {
        return new JdbcFence(dataSource, Names.table(name), dialect, timeout, listener);
    }

    /** In this dialect, whatever the database calls itself. */
    public JdbcFence withDialect(SqlDialect chosen) {
        return new JdbcFence(dataSource, table, Objects.requireNonNull(chosen, "dialect"), timeout, listener);
    }

    /**
     * For how long to wait for another holder's transaction on the same resource, in whole seconds; 10 by default. A holder
     * that is stopped inside its transaction keeps the row locked, and it would not be safe to overtake it there.
     */
    public JdbcFence withTimeout(Duration value) {
        if (value.toSeconds() < 1 || value.toDays() > 1) {
            throw new IllegalArgumentException("timeout is from a second to a day, got " + value);
        }
        return new JdbcFence(dataSource, table, dialect, value, listener);
    }

    /** Tells this listener of every token that is refused. */
    public JdbcFence withListener(FenceListener told) {
        return new JdbcFence(dataSource, table, dialect, timeout, Objects.requireNonNull(told, "listener"));
    }

    /**
     * Refuses a stale token, inside the caller's transaction. Call it before the first write.
     *
     * @throws StaleTokenException if the resource has seen a larger token; roll back
     * @throws IllegalStateException if the connection commits by itself, because then check and write are two transactions
     */
    public void check(Connection transaction, String resource, FencingToken token) throws SQLException {
        Names.resource(resource);
        Objects.requireNonNull(token, "token");
        if (transaction.getAutoCommit()) {
            throw new IllegalStateException("the connection is in auto-commit mode: the check of '" + resource
                    + "' and the write after it would be two transactions, and a newer holder could get in between;"
                    + " call setAutoCommit(false) first");
        }
        Optional<FencingToken> newer = sql(transaction).raise(transaction, resource, token);
        if (newer.isPresent()) {
            throw refused(resource, token, newer.get());
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>In a short transaction of its own, on a connection of its own: it waits for whoever is in a transaction on this
     * resource. So do not call it in the middle of a transaction in which you have checked the same resource.
     */
    @Override
    public void mark(String resource, FencingToken token) {
        Names.resource(resource);
        Objects.requireNonNull(token, "token");
        Optional<FencingToken> newer = inOpenTransaction(
                "mark '" + resource + "'", connection -> sql(connection).raise(connection, resource, token));
        if (newer.isPresent()) {
            throw refused(resource, token, newer.get());
        }
    }

    @Override
    public Optional<FencingToken> newest(String resource) {
        Names.resource(resource);
        return inOpenTransaction(
                "read '" + resource + "'", connection -> sql(connection).newest(connection, resource));
    }

    /**
     * Forgets all resources whose newest token is smaller than this one, so that the table does not grow for ever. Their
     * holders could write again: take a token that is so old that nobody holds a smaller one any more, for example one that
     * you have kept from a month ago. Tokens of all names on the same nodes grow together.
     *
     * @return how many were forgotten
     */
    public int forgetBelow(FencingToken token) {
        Objects.requireNonNull(token, "token");
        return inOpenTransaction(
                "forget tokens below " + token, connection -> sql(connection).forgetBelow(connection, token));
    }

    /** Creates the table unless there is one of this name. */
    public void createTable() {
        inOpenTransaction("create the table " + table, connection -> {
            Table.FENCE.create(connection, dialectOf(connection), table);
            return true;
        });
    }

    /**
     * Looks whether the table can be used.
     *
     * @throws IllegalStateException if the table is not as it has to be: says what is wrong, and the SQL that puts it right
     */
    public void verifyTable() {
        inOpenTransaction("look at the table " + table, connection -> {
            new TableInspection(connection, dialectOf(connection), Table.FENCE, table).requireRightShape();
            return true;
        });
    }

    private StaleTokenException refused(String resource, FencingToken token, FencingToken newest) {
        listener.onRefused(resource, token, newest);
        return new StaleTokenException(resource, token, newest);
    }

    private FenceSql sql(Connection connection) throws SQLException {
        return new FenceSql(dialectOf(connection), table, timeout);
    }

    private SqlDialect dialectOf(Connection connection) throws SQLException {
        return dialect == null ? SqlDialect.of(connection) : dialect;
    }

    private <T> T inOpenTransaction(String what, OpenTransaction.Step<T> step) {
        try {
            return OpenTransaction.run(dataSource, step);
        } catch (SQLException e) {
            String why = SqlStates.isTimeout(e)
                    ? ": another holder has been in a transaction on it for more than " + timeout.toSeconds() + " s"
                    : ": " + e.getMessage();
            throw new FenceUnavailableException("could not " + what + " in " + table + why, e);
        }
    }
}
