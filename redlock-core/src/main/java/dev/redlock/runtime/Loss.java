package dev.redlock.runtime;

/** Why a lease ends before its holder has released it. */
public enum Loss {
    /** Its time is up, and nobody asked for renewal. */
    EXPIRED,
    /** Renewal was tried until the end, but too few nodes confirmed. */
    UNREACHABLE,
    /** The nodes say that the lock is no longer ours: an operator took it, or they lost their data. */
    TAKEN,
    /** The longest hold allowed is over. */
    MAX_HOLD,
    /** The client was closed. */
    CLOSED
}
