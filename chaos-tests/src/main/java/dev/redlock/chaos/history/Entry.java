package dev.redlock.chaos.history;

/**
 * What the ledger committed.
 *
 * @param order position in commit order
 * @param token 0 where the lock has none
 * @param amount what left the account; 0 for a mark
 */
public record Entry(
        long order,
        long at,
        Type type,
        String resource,
        long token,
        String payout,
        String account,
        long amount,
        String client) {

    /** A mark raises the fence, a write moves money. */
    public enum Type {
        MARK,
        WRITE
    }
}
