package dev.redlock;

import org.jspecify.annotations.Nullable;

/** What to do while the lock is held. May throw what it likes; the lock is released all the same. */
@FunctionalInterface
public interface LockedAction<T extends @Nullable Object, E extends Exception> {
    T run(Lease lease) throws E;
}
