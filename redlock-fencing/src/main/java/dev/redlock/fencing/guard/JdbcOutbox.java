package dev.redlock.fencing.guard;

import dev.redlock.fencing.internal.Names;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that are decided on in a transaction and sent after it, in the table {@code redlock_outbox}. A message is there if
 * and only if its transaction committed.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * for (OutboxMessage message : outbox.poll(connection, 100)) {
 *     broker.send(message.topic(), message.payload());
 *     outbox.acknowledge(connection, message);
 * }
 * connection.commit();
 * }</pre>
 *
 * <p>A crash between sending and committing sends again: receivers should look at the {@link OutboxMessage#id()}.
 */
public final class JdbcOutbox {
    private static final int LONGEST_PAYLOAD = 1_000_000;

    public JdbcOutbox() {}

    /** Adds a message, in the caller's transaction. */
    public void add(Connection transaction, String topic, String payload) throws SQLException {
        Names.text("a topic", topic, Names.LONGEST_RESOURCE);
        if (payload.length() > LONGEST_PAYLOAD) {
            throw new IllegalArgumentException(
                    "a payload has at most " + LONGEST_PAYLOAD + " characters, got " + payload.length());
        }
        String sql = "INSERT INTO redlock_outbox (topic, payload) VALUES (?, ?)";
        try (PreparedStatement insert = transaction.prepareStatement(sql)) {
            insert.setString(1, topic);
            insert.setString(2, payload);
            insert.executeUpdate();
        }
    }

    /**
     * The oldest messages that nobody else is sending. They are kept for the caller until its transaction ends, and several
     * callers do not wait for each other.
     *
     * @throws IllegalStateException if the connection commits by itself, because then nothing is kept
     */
    public List<OutboxMessage> poll(Connection transaction, int limit) throws SQLException {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, got " + limit);
        }
        if (transaction.getAutoCommit()) {
            throw new IllegalStateException("the connection is in auto-commit mode: two pollers would get the same"
                    + " messages; call setAutoCommit(false) first");
        }
        String sql = "SELECT id, topic, payload FROM redlock_outbox ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED";
        List<OutboxMessage> messages = new ArrayList<>();
        try (PreparedStatement query = transaction.prepareStatement(sql)) {
            query.setInt(1, limit);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    messages.add(new OutboxMessage(row.getLong(1), row.getString(2), row.getString(3)));
                }
            }
        }
        return messages;
    }

    /** Removes a message that was sent. Counts when the transaction commits. */
    public void acknowledge(Connection transaction, OutboxMessage message) throws SQLException {
        try (PreparedStatement delete = transaction.prepareStatement("DELETE FROM redlock_outbox WHERE id = ?")) {
            delete.setLong(1, message.id());
            delete.executeUpdate();
        }
    }
}
