package dev.redlock.fencing.idempotency;

import dev.redlock.fencing.internal.OpenTransaction;
import dev.redlock.fencing.internal.SqlStates;
import dev.redlock.fencing.jdbc.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Idempotency keys in the same database as the work, and written in the same transaction: either the work is done and its
 * answer is known, or neither.
 *
 * <pre>{@code
 * Optional<String> before = idempotency.begin(connection, key, Fingerprint.of(request));
 * if (before.isPresent()) {
 *     return before.get();
 * }
 * String answer = … the work …;
 * idempotency.complete(connection, key, answer);
 * connection.commit();
 * }</pre>
 *
 * <p>Two transactions that begin the same key come one after the other: the second waits for the first.
 */
public final class JdbcIdempotency {
    private static final Duration DEFAULT_RETENTION = Duration.ofHours(24);
    private static final int LONGEST_ANSWER = 100_000;

    private final DataSource dataSource;
    private final Duration retention;
    private final InstantSource clock;

    private JdbcIdempotency(DataSource dataSource, Duration retention, InstantSource clock) {
        this.dataSource = dataSource;
        this.retention = retention;
        this.clock = clock;
    }

    /** Keys in the table {@code redlock_idempotency}, kept for 24 hours. */
    public static JdbcIdempotency on(DataSource dataSource) {
        return new JdbcIdempotency(
                Objects.requireNonNull(dataSource, "dataSource"), DEFAULT_RETENTION, InstantSource.system());
    }

    /** How long an answer is kept. It must be longer than anybody goes on trying: after that, the work is done again. */
    public JdbcIdempotency withRetention(Duration value) {
        if (value.toMillis() < 1 || value.toDays() > 3650) {
            throw new IllegalArgumentException("retention is from a millisecond to ten years, got " + value);
        }
        return new JdbcIdempotency(dataSource, value, clock);
    }

    /** By whose clock answers age. The clocks of all replicas should agree better than the retention is long. */
    public JdbcIdempotency withClock(InstantSource value) {
        return new JdbcIdempotency(dataSource, retention, Objects.requireNonNull(value, "clock"));
    }

    /**
     * Begins the work of this key, in the caller's transaction.
     *
     * @return empty if the work is to be done now; else the answer that was given when it was done
     * @throws IdempotencyConflictException if the key was used for another request
     * @throws IllegalStateException if the connection commits by itself
     */
    public Optional<String> begin(Connection transaction, IdempotencyKey key, Fingerprint fingerprint)
            throws SQLException {
        if (transaction.getAutoCommit()) {
            throw new IllegalStateException("the connection is in auto-commit mode: " + key.id()
                    + " would be taken for done although the work may fail; call setAutoCommit(false) first");
        }
        boolean first = SqlDialect.of(transaction) == SqlDialect.POSTGRESQL
                ? upsert(transaction, key, fingerprint)
                : insertOrRevive(transaction, key, fingerprint);
        return first ? Optional.empty() : Optional.of(answerOf(transaction, key, fingerprint));
    }

    /** Stores the answer, in the transaction of {@link #begin}. */
    public void complete(Connection transaction, IdempotencyKey key, String answer) throws SQLException {
        if (answer.length() > LONGEST_ANSWER) {
            throw new IllegalArgumentException("an answer has at most " + LONGEST_ANSWER + " characters, got "
                    + answer.length() + "; store the rest elsewhere and answer with its key");
        }
        String sql = "UPDATE redlock_idempotency SET answer = ? WHERE id = ?";
        try (PreparedStatement update = transaction.prepareStatement(sql)) {
            update.setString(1, answer);
            update.setString(2, key.id());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException(key.id() + " was not begun in this transaction");
            }
        }
    }

    /** Deletes what has expired. It counts as absent anyway; this frees the space. */
    public int purgeExpired() throws SQLException {
        return OpenTransaction.run(dataSource, connection -> {
            String sql = "DELETE FROM redlock_idempotency WHERE expires_at_ms <= ?";
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                delete.setLong(1, clock.millis());
                return delete.executeUpdate();
            }
        });
    }

    /** One round trip in the good case. Waits for another transaction with the same key. */
    private boolean upsert(Connection transaction, IdempotencyKey key, Fingerprint fingerprint) throws SQLException {
        String sql = "INSERT INTO redlock_idempotency AS entry (id, fingerprint, answer, expires_at_ms)"
                + " VALUES (?, ?, '', ?) ON CONFLICT (id) DO UPDATE SET fingerprint = EXCLUDED.fingerprint,"
                + " answer = EXCLUDED.answer, expires_at_ms = EXCLUDED.expires_at_ms WHERE entry.expires_at_ms <= ?";
        try (PreparedStatement statement = transaction.prepareStatement(sql)) {
            long now = clock.millis();
            statement.setString(1, key.id());
            statement.setString(2, fingerprint.hex());
            statement.setLong(3, now + retention.toMillis());
            statement.setLong(4, now);
            return statement.executeUpdate() == 1;
        }
    }

    /** For databases in which a failed statement leaves the transaction usable. */
    private boolean insertOrRevive(Connection transaction, IdempotencyKey key, Fingerprint fingerprint)
            throws SQLException {
        long now = clock.millis();
        String insert = "INSERT INTO redlock_idempotency (fingerprint, answer, expires_at_ms, id) VALUES (?, '', ?, ?)";
        try (PreparedStatement statement = transaction.prepareStatement(insert)) {
            bind(statement, key, fingerprint, now);
            statement.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (!SqlStates.isDuplicateKey(e)) {
                throw e;
            }
        }
        String revive = "UPDATE redlock_idempotency SET fingerprint = ?, answer = '', expires_at_ms = ?"
                + " WHERE id = ? AND expires_at_ms <= ?";
        try (PreparedStatement statement = transaction.prepareStatement(revive)) {
            bind(statement, key, fingerprint, now);
            statement.setLong(4, now);
            return statement.executeUpdate() == 1;
        }
    }

    private void bind(PreparedStatement statement, IdempotencyKey key, Fingerprint fingerprint, long now)
            throws SQLException {
        statement.setString(1, fingerprint.hex());
        statement.setLong(2, now + retention.toMillis());
        statement.setString(3, key.id());
    }

    /** Locks the row, because a plain read in MySQL shows it as it was when the transaction began. */
    private static String answerOf(Connection transaction, IdempotencyKey key, Fingerprint fingerprint)
            throws SQLException {
        String sql = "SELECT fingerprint, answer FROM redlock_idempotency WHERE id = ? FOR UPDATE";
        try (PreparedStatement query = transaction.prepareStatement(sql)) {
            query.setString(1, key.id());
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException(key.id() + " was deleted while it was read; try again", "40001");
                }
                if (!row.getString(1).equals(fingerprint.hex())) {
                    throw new IdempotencyConflictException(key.id());
                }
                return row.getString(2);
            }
        }
    }
}
