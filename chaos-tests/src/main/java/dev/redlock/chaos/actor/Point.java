package dev.redlock.chaos.actor;

/** Where on its way to a payout a client can be made to wait, to be stopped or to die there. */
public enum Point {
    /** It looked whether its lock is valid, and has not written yet. */
    CHECKED,
    /** It has asked the fence, in a transaction of its own or in that of the write. */
    ADMITTED,
    /** Its writes are made but not committed. */
    WRITTEN,
    /** The ledger has confirmed the commit, and nobody else knows. */
    COMMITTED
}
