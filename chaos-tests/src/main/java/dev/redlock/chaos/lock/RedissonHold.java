package dev.redlock.chaos.lock;

import java.time.Duration;
import java.util.function.LongConsumer;
import org.redisson.api.RLock;
import org.redisson.client.RedisException;

/**
 * A lock that Redisson granted. It does not say that it was lost, and cannot be extended by hand.
 *
 * @param validUntil the lease time that the caller chose, which is all that a careful caller can go by; 0 with the watchdog
 * @param canBeAsked whether {@code isHeldByCurrentThread} means what it says
 */
record RedissonHold(RLock lock, long token, long validUntil, boolean canBeAsked) implements LockUnderTest.Hold {

    /**
     * When the lease of a call ends.
     *
     * @param calledAt from which a caller that did not wait has to count, because the server may have begun then; whoever
     *     waited cannot know, and counts from now
     */
    static long validUntil(LockSpec spec, Duration wait, long calledAt) {
        long from = wait.isZero() ? calledAt : System.nanoTime();
        return spec.renewal() ? 0 : from + spec.ttl().toNanos();
    }

    @Override
    public boolean isValid() {
        if (validUntil != 0 && System.nanoTime() - validUntil >= 0) {
            return false;
        }
        try {
            return !canBeAsked || lock.isHeldByCurrentThread();
        } catch (RedisException unreachable) {
            return false;
        }
    }

    @Override
    public boolean extend() {
        return false;
    }

    @Override
    public String release() {
        try {
            lock.unlock();
            return "released";
        } catch (IllegalMonitorStateException | RedisException e) {
            return e.toString();
        }
    }

    @Override
    public void onLost(Runnable callback) {
        // There is no such callback.
    }

    @Override
    public void onRenewed(LongConsumer callback) {
        // Nor this one.
    }
}
