package dev.redlock.annotation;

/** What a call does if somebody else has the lock, after the wait. */
public enum OnHeld {
    /** It fails with a {@link dev.redlock.LockHeldException}. */
    FAIL,
    /**
     * It does nothing, and returns null, an empty {@code Optional}, false, or a future or publisher without a value. For
     * scheduled jobs, where it is enough that somebody does it. It tries once unless a wait timeout is given.
     */
    SKIP
}
