package dev.redlock;

import java.util.List;

/** The thread was interrupted while it waited for a lock. It does not hold the lock, and its interrupt flag is set. */
public final class LockInterruptedException extends RedlockException {
    LockInterruptedException(List<String> names) {
        super("interrupted while waiting for " + names);
    }
}
