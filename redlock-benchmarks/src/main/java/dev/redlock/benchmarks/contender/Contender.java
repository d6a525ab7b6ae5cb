package dev.redlock.benchmarks.contender;

import java.time.Duration;
import java.util.Optional;

/** A client that can lock. Whatever it does not tell by its return value, it tells by an exception. */
public interface Contender extends AutoCloseable {
    Duration TTL = Duration.ofSeconds(30);
    Duration PATIENCE = Duration.ofSeconds(30);

    /** A lock that is held. To be given back by the thread that took it: some contenders insist. */
    @FunctionalInterface
    interface Hold {
        void unlock();
    }

    /** A contender that keeps what it holds until it is given back. */
    interface Renewing extends Contender {
        Hold lockAndRenew(String name);
    }

    /** Waits for the lock, for as long as {@link #PATIENCE}. */
    Hold lock(String name);

    /** Tries once. */
    Optional<Hold> tryLock(String name);

    @Override
    void close();
}
