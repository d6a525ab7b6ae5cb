package dev.redlock.time;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Timers on one daemon thread, which is started by the first use and ended by {@link #close()}. */
public final class ThreadTimers implements Timers {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimers.class);

    private final ScheduledThreadPoolExecutor executor;

    public ThreadTimers(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        // Most timers are deadlines that are called off within a millisecond; kept, they would pile up until they are
        // due.
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        try {
            ScheduledFuture<?> future =
                    executor.schedule(() -> runLogged(task), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return Scheduled.NONE;
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("A timer task of the lock failed. This is a defect of redlock.", failure);
        }
    }
}
