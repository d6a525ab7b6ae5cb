package dev.redlock.time;

import java.time.Duration;

/** Calls back later. A task must not block: all leases of a client share one thread. */
public interface Timers extends AutoCloseable {

    Scheduled schedule(Duration delay, Runnable task);

    /** Drops what is pending; a task that is already running is not waited for. */
    @Override
    void close();

    /** A task that may still be called off. Calling off what has run, or twice, does nothing. */
    @FunctionalInterface
    interface Scheduled {
        Scheduled NONE = () -> {};

        void cancel();
    }
}
