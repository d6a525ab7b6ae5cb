package dev.redlock.chaos.lock;

import java.time.Duration;
import java.util.function.LongConsumer;

/** What all locks of the comparison can do. Locks that belong to a thread are used on one thread. */
public interface LockUnderTest extends AutoCloseable {

    /**
     * Tries for at most this long; zero means once.
     *
     * @throws NotGrantedException if it was not granted; says why
     */
    Hold acquire(String resource, Duration wait) throws NotGrantedException, InterruptedException;

    /** Whether validity is counted from before the first request, and not from the grant. */
    boolean countsFromItsStart();

    @Override
    void close();

    /** A lock that was granted, until it is released or its time is up. */
    interface Hold {

        /** The fencing token; 0 if this lock has none. */
        long token();

        /** Until when the holder may rely on it, in {@link System#nanoTime()}; 0 if the lock does not say. */
        long validUntil();

        /** Whether the holder may go on, as far as this lock offers to ask. */
        boolean isValid();

        /** Makes it last a whole ttl from now; false if that is not possible any more. */
        boolean extend();

        /** Gives it back, and says in the lock's own words what there was to give back. */
        String release();

        /** Calls back if the lock tells its holder that it is lost; never, if it does not. */
        void onLost(Runnable callback);

        /** Calls back with the new end of validity whenever the lock renews itself and says so. */
        void onRenewed(LongConsumer callback);
    }

    /** Somebody else has it, or too few nodes answered, or it came too late. */
    final class NotGrantedException extends Exception {
        private static final long serialVersionUID = 1L;

        public NotGrantedException(String why) {
            super(why);
        }
    }
}
