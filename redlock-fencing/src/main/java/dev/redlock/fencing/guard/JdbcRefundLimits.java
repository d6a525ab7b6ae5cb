package dev.redlock.fencing.guard;

import dev.redlock.fencing.internal.Names;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Payouts and what of them was given back, in the table {@code redlock_refund_limit}. All in the caller's transaction.
 *
 * <p>Two refunds of one payout have keys of their own, so neither lock nor idempotency key keeps them apart. The row does.
 */
final class JdbcRefundLimits {
    private JdbcRefundLimits() {}

    /** Records what was paid out, once per key. */
    static void recordPayout(Connection transaction, String payoutKey, long amount) throws SQLException {
        require(payoutKey, amount);
        String sql = "INSERT INTO redlock_refund_limit (payout_key, paid, refunded) VALUES (?, ?, 0)";
        try (PreparedStatement insert = transaction.prepareStatement(sql)) {
            insert.setString(1, payoutKey);
            insert.setLong(2, amount);
            insert.executeUpdate();
        }
    }

    /** One statement compares and adds, so that two refunds at a time cannot both fit into what only one fits into. */
    static void recordRefund(Connection transaction, String payoutKey, long amount) throws SQLException {
        require(payoutKey, amount);
        String sql =
                "UPDATE redlock_refund_limit SET refunded = refunded + ? WHERE payout_key = ? AND ? <= paid - refunded";
        try (PreparedStatement update = transaction.prepareStatement(sql)) {
            update.setLong(1, amount);
            update.setString(2, payoutKey);
            update.setLong(3, amount);
            if (update.executeUpdate() == 0) {
                throw refusal(transaction, payoutKey, amount);
            }
        }
    }

    private static RuntimeException refusal(Connection transaction, String payoutKey, long amount) throws SQLException {
        String sql = "SELECT paid, refunded FROM redlock_refund_limit WHERE payout_key = ? FOR UPDATE";
        try (PreparedStatement query = transaction.prepareStatement(sql)) {
            query.setString(1, payoutKey);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? new RefundTooLargeException(payoutKey, amount, row.getLong(1), row.getLong(2))
                        : new IllegalStateException(
                                "no payout '" + payoutKey + "' was recorded; there is nothing to refund");
            }
        }
    }

    private static void require(String payoutKey, long amount) {
        Names.text("a payout key", payoutKey, Names.LONGEST_RESOURCE);
        if (amount <= 0) {
            throw new IllegalArgumentException("an amount is positive and in minor units, got " + amount);
        }
    }
}
