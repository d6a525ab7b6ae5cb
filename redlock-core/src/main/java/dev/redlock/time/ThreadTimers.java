package dev.redlock.time;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers on one daemon thread, which is started by the first use and ended by {@link #close()}.
 *
 * <p>Nearly all timers here are deadlines that are called off within a millisecond. The executors of the JDK wake their thread
 * for each of them, which costs more than the lock. Here the thread is woken only for a timer that is due before it
 * would wake up anyway; if that one has been called off by then, it goes on sleeping until the next.
 */
public final class ThreadTimers implements Timers {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimers.class);

    private final Ticker ticker = Ticker.system();
    private final String threadName;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wakeUp = lock.newCondition();

    // All of the following is guarded by the lock.
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private int calledOff;
    private @Nullable Thread thread;
    private boolean sleeps;
    private long sleepsUntil;
    private boolean closed;

    public ThreadTimers(String threadName) {
        this.threadName = threadName;
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(now() + Math.max(0, delay.toNanos()), task);
        lock.lock();
        try {
            if (closed) {
                return Scheduled.NONE;
            }
            timers.add(timer);
            if (thread == null) {
                thread = new Thread(this::run, threadName);
                thread.setDaemon(true);
                thread.start();
            } else if (sleeps && timer.dueAt - sleepsUntil < 0) {
                wakeUp.signal();
            }
        } finally {
            lock.unlock();
        }
        return timer;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            timers.clear();
            wakeUp.signal();
        } finally {
            lock.unlock();
        }
    }

    /** For tests: how many timers are kept, those that were called off included. */
    int size() {
        lock.lock();
        try {
            return timers.size();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Runnable task;
        while ((task = next()) != null) {
            try {
                task.run();
            } catch (RuntimeException | Error failure) {
                LOG.error("A timer task of the lock failed. This is a defect of redlock.", failure);
            }
        }
    }

    /** Waits for the next task; null at the end. */
    private @Nullable Runnable next() {
        lock.lock();
        try {
            while (!closed) {
                Timer first = timers.peek();
                long now = now();
                if (first == null) {
                    sleepUntil(now + Long.MAX_VALUE / 2);
                } else if (first.task == null) {
                    timers.remove();
                    calledOff--;
                } else if (first.dueAt - now <= 0) {
                    timers.remove();
                    return first.take();
                } else {
                    sleepUntil(first.dueAt);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // who calls looks again what there is to do, however it woke up
    private void sleepUntil(long tick) {
        sleeps = true;
        sleepsUntil = tick;
        try {
            wakeUp.awaitNanos(tick - now());
        } catch (InterruptedException nobodyMayInterruptThis) {
            LOG.debug("The timer thread of the lock was interrupted, and goes on.");
        } finally {
            sleeps = false;
        }
    }

    private long now() {
        return ticker.now().nanos();
    }

    /** What was called off leaves when it is due, or together, when it is most of what is there. */
    private void sweep() {
        if (calledOff > 64 && calledOff > timers.size() / 2) {
            timers.removeIf(timer -> timer.task == null);
            calledOff = 0;
        }
    }

    private final class Timer implements Scheduled, Comparable<Timer> {
        private final long dueAt;

        /** Null once it was run or called off, so that nothing is kept alive by a timer. */
        private @Nullable Runnable task;

        private Timer(long dueAt, Runnable task) {
            this.dueAt = dueAt;
            this.task = task;
        }

        private @Nullable Runnable take() {
            Runnable taken = task;
            task = null;
            return taken;
        }

        @Override
        public void cancel() {
            lock.lock();
            try {
                if (task != null) {
                    task = null;
                    calledOff++;
                    sweep();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int compareTo(Timer other) {
            return Long.compare(dueAt - other.dueAt, 0);
        }
    }
}
