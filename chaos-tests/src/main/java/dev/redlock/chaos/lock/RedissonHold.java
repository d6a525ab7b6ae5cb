package dev.redlock.chaos.lock;

import java.util.function.LongConsumer;
import org.redisson.api.RLock;
import org.redisson.client.RedisException;

/**
 * A lock that Redisson granted. It does not say that it was lost, and cannot be extended by hand.
 *
 * @param validUntil the lease time that the caller chose, counted from when the lock was granted, which is all that a careful
 *     caller can go by; 0 with the watchdog
 * @param canBeAsked whether {@code isHeldByCurrentThread} means what it says
 */
record RedissonHold(RLock lock, long token, long validUntil, boolean canBeAsked) implements LockUnderTest.Hold {

    static RedissonHold of(RLock lock, long token, LockSpec spec, boolean canBeAsked) {
        long validUntil = spec.renewal() ? 0 : System.nanoTime() + spec.ttl().toNanos();
        return new RedissonHold(lock, token, validUntil, canBeAsked);
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
