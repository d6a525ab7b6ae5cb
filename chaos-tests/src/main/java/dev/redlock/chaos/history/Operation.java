package dev.redlock.chaos.history;

/**
 * One thing one client did.
 *
 * @param hold links all operations of one attempt of a client; the first is its {@link Kind#ACQUIRE}
 * @param doneAt {@link #NEVER} if no completion was seen
 * @param token 0 if the lock has none
 * @param validUntil 0 if the lock does not say
 * @param payout empty if there is none
 * @param detail free text; a write that a fence refused starts with {@link #STALE}
 */
public record Operation(
        String client,
        long hold,
        Kind kind,
        String resource,
        long invokedAt,
        long doneAt,
        Outcome outcome,
        long token,
        long validUntil,
        String payout,
        long amount,
        String detail) {

    /** The time of a completion that nobody saw. */
    public static final long NEVER = Long.MAX_VALUE;

    /** How the detail of a {@link Outcome#FAIL} starts if a fence refused the write because of its token. */
    public static final String STALE = "stale";

    /** The detail of a grant that came after waiting, whose lease therefore began later than the call. */
    public static final String WAITED = "waited";

    public Operation {
        if (doneAt < invokedAt) {
            throw new IllegalArgumentException(
                    "%s %s of %s was done before it began".formatted(client, kind, resource));
        }
        if (doneAt == NEVER && outcome != Outcome.INFO) {
            throw new IllegalArgumentException("%s without completion is INFO, not %s".formatted(kind, outcome));
        }
    }

    public boolean ok() {
        return outcome == Outcome.OK;
    }

    /** A fence said no because of the token, as opposed to a write that failed for any other reason. */
    public boolean refusedAsStale() {
        return outcome == Outcome.FAIL && detail.startsWith(STALE);
    }
}
