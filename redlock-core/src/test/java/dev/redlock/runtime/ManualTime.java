package dev.redlock.runtime;

import dev.redlock.time.Tick;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that stands still until a test moves it. Tasks run on the thread of the test, each at the moment it is due. */
final class ManualTime implements Ticker, Timers {
    /** The clock wraps around a few seconds after the start, as {@link System#nanoTime()} is allowed to. */
    private static final Tick START = new Tick(Long.MAX_VALUE).minus(Duration.ofSeconds(5));

    private static final int BUSY_LOOP = 100_000;

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparing(Task::dueAfter).thenComparing(Task::number));
    private Tick now = START;
    private long numbers;

    private record Task(Duration dueAfter, long number, Runnable action) {}

    @Override
    public Tick now() {
        return now;
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable action) {
        Duration atLeastZero = delay.isNegative() ? Duration.ZERO : delay;
        Task task = new Task(sinceStart().plus(atLeastZero), numbers++, action);
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    /** Lets time pass, and does on the way what is due. */
    void advance(Duration duration) {
        Duration end = sinceStart().plus(duration);
        int done = 0;
        while (!tasks.isEmpty() && tasks.element().dueAfter().compareTo(end) <= 0) {
            if (done++ == BUSY_LOOP) {
                throw new AssertionError("busy loop: " + done + " tasks within " + duration);
            }
            Task task = tasks.remove();
            now = START.plus(task.dueAfter());
            task.action().run();
        }
        now = START.plus(end);
    }

    Duration sinceStart() {
        return START.until(now);
    }

    /** How many tasks are still to come. */
    int pending() {
        return tasks.size();
    }

    @Override
    public void close() {
        tasks.clear();
    }
}
