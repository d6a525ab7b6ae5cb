package dev.redlock;

/** What giving back a lock came to. */
public enum ReleaseResult {
    /** The lock was held until now, and is free. */
    RELEASED,
    /** The lock had ended by itself before. Somebody else may have had it in the meantime. */
    EXPIRED,
    /** Somebody else has the lock by now, and keeps it. */
    OTHER_OWNER,
    /** Too few nodes answered. What is left of the lock ends with its ttl; until then it is tried again. */
    UNCONFIRMED,
    /** There was no lock: the lease was unprotected. */
    UNPROTECTED
}
