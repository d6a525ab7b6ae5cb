package dev.redlock;

/** Why a lease ends before its holder has released it. */
public enum LossReason {
    /** Its ttl is over, and renewal was not asked for. */
    EXPIRED,
    /** It could not be renewed in time: too few nodes confirmed. */
    UNREACHABLE,
    /** The nodes say that the lock is no longer ours: it was taken away by force, or they have lost their data. */
    TAKEN,
    /** The longest hold allowed is over. Renewal has ended; the lease is valid until its ttl is over. */
    MAX_HOLD,
    /** The {@link Redlock} was closed. */
    CLOSED
}
