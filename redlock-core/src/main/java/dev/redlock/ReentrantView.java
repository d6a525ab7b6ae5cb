package dev.redlock;

import dev.redlock.ThreadHolds.Hold;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock in the manner of {@link java.util.concurrent.locks}, for code that is written for one: it belongs to the thread that
 * took it, and that thread may take it again. Taking it again gives the same token.
 *
 * <p>Mind what is different from a lock in memory: it can end by itself, so it should be renewed (see
 * {@link LockOptions#withRenewal}), and what it protects should check the {@link #token()}.
 */
public final class ReentrantView implements Lock {
    private final Redlock redlock;
    private final ThreadHolds holds;
    private final String name;
    private final LockOptions options;

    ReentrantView(Redlock redlock, ThreadHolds holds, String name, LockOptions options) {
        this.redlock = redlock;
        this.holds = holds;
        this.name = name;
        this.options = options;
    }

    /**
     * Waits for as long as somebody else has the lock. An interrupt does not end the wait; it is kept for later.
     *
     * @throws QuorumUnavailableException if too few nodes can be reached for as long as the wait timeout of the options
     */
    @Override
    public void lock() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    lockInterruptibly();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@link #lock()}, but an interrupt ends the wait. */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        while (!tryLock(options)) {
            // Held by somebody else for a whole wait timeout: wait on. Everything else has thrown.
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for lock " + name);
            }
        }
    }

    @Override
    public boolean tryLock() {
        try {
            return tryLock(options.withWaitTimeout(Duration.ZERO));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return tryLock(options.withWaitTimeout(Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
    }

    private boolean tryLock(LockOptions chosen) throws InterruptedException {
        Hold hold = holds.get(name);
        if (hold != null) {
            // Taking it again on the strength of a lease that has ended would let two threads in.
            hold.lease().checkValid();
            holds.put(name, new Hold(hold.lease(), hold.count() + 1));
            return true;
        }
        try {
            Optional<Lease> lease = redlock.tryAcquire(name, chosen);
            lease.ifPresent(acquired -> holds.put(name, new Hold(acquired, 1)));
            return lease.isPresent();
        } catch (LockInterruptedException e) {
            Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    /**
     * Gives the lock back, once for every time it was taken.
     *
     * @throws IllegalMonitorStateException if this thread does not hold it: never did, or not any more; the message says
     */
    @Override
    public void unlock() {
        Hold hold = holds.get(name);
        if (hold == null) {
            throw new IllegalMonitorStateException(
                    "thread " + Thread.currentThread().getName() + " has not locked '" + name
                            + "'; a lock of this view belongs to the thread that took it");
        }
        if (hold.count() > 1) {
            holds.put(name, new Hold(hold.lease(), hold.count() - 1));
            return;
        }
        holds.remove(name);
        ReleaseResult result = hold.lease().release();
        if (result == ReleaseResult.EXPIRED || result == ReleaseResult.OTHER_OWNER) {
            throw new IllegalMonitorStateException("lock '" + name + "' was lost before it was unlocked: "
                    + (result == ReleaseResult.EXPIRED
                            ? "its ttl of " + options.ttl() + " was over; renew it or make the ttl longer"
                            : "it belongs to another owner by now"));
        }
    }

    /**
     * The token of the acquisition, the same however often this thread has taken the lock.
     *
     * @throws IllegalMonitorStateException if this thread does not hold the lock
     */
    public FencingToken token() {
        return lease().token();
    }

    /**
     * The lease behind this view.
     *
     * @throws IllegalMonitorStateException if this thread does not hold the lock
     */
    public Lease lease() {
        Hold hold = holds.get(name);
        if (hold == null) {
            throw new IllegalMonitorStateException(
                    "thread " + Thread.currentThread().getName() + " has not locked '" + name + "'");
        }
        return hold.lease();
    }

    /** Whether this thread took the lock and its lease is still valid. */
    public boolean isHeldByCurrentThread() {
        Hold hold = holds.get(name);
        return hold != null && hold.lease().isValid();
    }

    /** Not possible: a condition would need a wait queue that survives the loss of the lock. */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a distributed lock has no conditions");
    }
}
