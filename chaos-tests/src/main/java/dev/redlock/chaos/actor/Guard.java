package dev.redlock.chaos.actor;

/** What the ledger does against holders that were overtaken and payouts that are repeated. All but the first are mistakes. */
public enum Guard {
    /** The fence is raised when the lock is held, and checked in the transaction of the write; one key per payout. */
    SOUND,
    /** The token is not looked at. */
    NO_FENCE,
    /** The token is checked in one transaction, and the write is made in the next. */
    CHECK_THEN_WRITE,
    /** The fence is raised by the first write only, not as soon as the lock is held. */
    NO_MARK,
    /** A new idempotency key for every attempt. */
    NEW_KEY_PER_ATTEMPT
}
