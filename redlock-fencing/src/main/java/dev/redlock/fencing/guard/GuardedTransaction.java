package dev.redlock.fencing.guard;

import dev.redlock.FencingToken;
import dev.redlock.fencing.idempotency.IdempotencyKey;
import java.sql.Connection;
import java.sql.SQLException;

/** The transaction in which the work is done, behind the fence. It ends with the work, and it is not the work that ends it. */
public final class GuardedTransaction {
    private final GuardedConnection guard;
    private final FencingToken token;
    private final IdempotencyKey key;
    private final JdbcOutbox outbox = new JdbcOutbox();

    GuardedTransaction(GuardedConnection guard, FencingToken token, IdempotencyKey key) {
        this.guard = guard;
        this.token = token;
        this.key = key;
    }

    /** For the writes of the work. It cannot be committed, rolled back or closed, and not be used after the work. */
    public Connection connection() {
        return guard.connection();
    }

    /** To be passed to whatever else is written. */
    public FencingToken token() {
        return token;
    }

    /** The same for every attempt of this operation: pass it on to a payment provider, so that it pays once. */
    public String idempotencyKey() {
        return key.id();
    }

    /** Lets a message be sent if, and only if, this transaction commits; see {@link JdbcOutbox}. */
    public void outbox(String topic, String payload) throws SQLException {
        outbox.add(connection(), topic, payload);
    }

    /** Records what is paid out, in minor units such as cents, so that refunds can be held against it. */
    public void recordPayout(String payoutKey, long amountMinorUnits) throws SQLException {
        JdbcRefundLimits.recordPayout(connection(), payoutKey, amountMinorUnits);
    }

    /**
     * Records what is given back of a payout.
     *
     * @throws RefundTooLargeException if all refunds together would be more than the payout
     */
    public void recordRefund(String payoutKey, long amountMinorUnits) throws SQLException {
        JdbcRefundLimits.recordRefund(connection(), payoutKey, amountMinorUnits);
    }
}
