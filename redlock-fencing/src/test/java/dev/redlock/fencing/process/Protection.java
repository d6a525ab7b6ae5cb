package dev.redlock.fencing.process;

/** What a process relies on to pay only once. All take the lock; the last two are the controls. */
enum Protection {
    FENCE_AND_KEY,
    /** As many do it: under the lock, it looks whether it has been paid already. */
    LOOK_FIRST,
    LOCK_ONLY
}
