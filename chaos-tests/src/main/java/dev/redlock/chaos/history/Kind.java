package dev.redlock.chaos.history;

/** What a client did. */
public enum Kind {
    ACQUIRE,
    EXTEND,
    RELEASE,
    /** The holder was told that its lease is over. */
    LOST,
    /** The holder raised the fence before its first write. */
    MARK,
    /** A business write was sent to the ledger. */
    WRITE
}
