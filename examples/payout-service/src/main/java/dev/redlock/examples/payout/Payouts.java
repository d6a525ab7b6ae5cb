package dev.redlock.examples.payout;

import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.GuardedTransaction;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.guard.ResultCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.springframework.stereotype.Service;
import tools.jackson.databind.json.JsonMapper;

/**
 * Pays deals out, and gives back.
 *
 * <p>{@link GuardedOperations} puts lock, fence, idempotency key and transaction around the work. What is written here is the
 * work alone: it runs in a transaction that nobody older can commit after somebody newer, and it runs once per key.
 */
@Service
public class Payouts {
    /** Where the money is until it is paid out. */
    static final String ESCROW = "escrow";

    private final GuardedOperations operations;
    private final ResultCodec<Receipt> receipts;

    Payouts(GuardedOperations operations, JsonMapper json) {
        this.operations = operations;
        this.receipts = ResultCodec.of(json::writeValueAsString, text -> json.readValue(text, Receipt.class));
    }

    /**
     * What was done.
     *
     * @param amount in minor units, such as cents
     * @param token of the attempt that did it
     */
    public record Receipt(String dealId, String account, long amount, long token) {}

    /** Pays the deal out to its payee. The same key gives the same receipt, however often it is sent. */
    public Outcome<Receipt> payOut(String key, String dealId) throws SQLException {
        return operations.run("payout", key, "payout " + dealId, receipts, tx -> {
            Deal deal = markPaid(tx.connection(), dealId, tx.token().value());
            move(tx, dealId, ESCROW, deal.payee(), deal.amount());
            tx.recordPayout(dealId, deal.amount());
            tx.outbox("payouts", dealId + " " + deal.payee() + " " + deal.amount());
            return new Receipt(dealId, deal.payee(), deal.amount(), tx.token().value());
        });
    }

    /** Gives a part of a payout back. All refunds of a deal together are never more than was paid. */
    public Outcome<Receipt> refund(String key, String dealId, long amount) throws SQLException {
        return operations.run("refund", key, "refund " + dealId + " " + amount, receipts, tx -> {
            Deal deal = find(tx.connection(), dealId);
            if (!deal.state().equals("PAID")) {
                throw new DealNotPayableException(dealId, "is " + deal.state() + ", and only a paid deal is refunded");
            }
            tx.recordRefund(dealId, amount);
            move(tx, dealId, deal.payee(), ESCROW, amount);
            tx.outbox("refunds", dealId + " " + deal.payee() + " " + amount);
            return new Receipt(dealId, deal.payee(), amount, tx.token().value());
        });
    }

    private record Deal(String payee, long amount, String state) {}

    /** Another key for the same deal gets past lock and key, but not past this. */
    private static Deal markPaid(Connection connection, String dealId, long token) throws SQLException {
        String sql = "UPDATE deal SET state = 'PAID', token = ? WHERE id = ? AND state = 'FUNDED'";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, token);
            update.setString(2, dealId);
            int changed = update.executeUpdate();
            Deal deal = find(connection, dealId);
            if (changed == 0) {
                throw new DealNotPayableException(dealId, "is " + deal.state() + " already");
            }
            return deal;
        }
    }

    private static Deal find(Connection connection, String dealId) throws SQLException {
        String sql = "SELECT payee, amount, state FROM deal WHERE id = ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, dealId);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw new DealNotPayableException(dealId, "does not exist");
                }
                return new Deal(row.getString(1), row.getLong(2), row.getString(3));
            }
        }
    }

    private static void move(GuardedTransaction tx, String dealId, String from, String to, long amount)
            throws SQLException {
        add(tx.connection(), from, -amount);
        add(tx.connection(), to, amount);
        String sql = "INSERT INTO transfer (deal_id, source, target, amount, token) VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement insert = tx.connection().prepareStatement(sql)) {
            insert.setString(1, dealId);
            insert.setString(2, from);
            insert.setString(3, to);
            insert.setLong(4, amount);
            insert.setLong(5, tx.token().value());
            insert.executeUpdate();
        }
    }

    private static void add(Connection connection, String account, long amount) throws SQLException {
        String sql = "UPDATE account SET balance = balance + ? WHERE id = ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, amount);
            update.setString(2, account);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("there is no account '" + account + "'");
            }
        }
    }
}
