package dev.redlock;

/** What to do when so few nodes can be reached that nobody can tell whether the lock is free. */
public enum OnQuorumLoss {
    /** Do not run. The only choice where running twice does harm. */
    FAIL,
    /**
     * Run without the lock, after the whole wait. For jobs that had better run twice than never. The lease says so:
     * {@link Lease#isProtected()} is false and there is no token.
     */
    RUN_UNPROTECTED
}
