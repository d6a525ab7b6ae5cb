package dev.redlock.protocol;

import dev.redlock.time.Tick;

/** What one round came to. Losing a race is an answer, not an exception. */
public sealed interface AcquireOutcome {

    /**
     * A quorum voted for us and remembers the token.
     *
     * @param fast whether one round trip was enough
     */
    record Won(long token, Tick validUntil, boolean fast) implements AcquireOutcome {}

    record Lost(Reason reason, Replies evidence) implements AcquireOutcome {}

    enum Reason {
        /** Enough nodes answered, and too many of them have voted for somebody else. */
        HELD,
        /** Too few nodes answered to say yes or no. */
        NO_QUORUM,
        /** The votes came, but what was left of the lease was too short to be worth anything. */
        TOO_LATE,
        /** The caller gave up. */
        CANCELLED
    }
}
