package dev.redlock.simulation.world;

import dev.redlock.time.Timers.Scheduled;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The one thread of a run: does what is due, in order, and moves the time from one thing to the next. */
final class Schedule {
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(256);
    private long now;
    private long numbers;
    private long done;
    private long digest;

    /** Something that will be done, unless its process is gone by then. */
    private static final class Task implements Comparable<Task>, Scheduled {
        private final long due;
        private final long number;
        private final @Nullable Life process;
        private final Runnable action;
        private long at;
        private boolean cancelled;

        private Task(long due, long number, @Nullable Life process, Runnable action) {
            this.due = due;
            this.at = due;
            this.number = number;
            this.process = process;
            this.action = action;
        }

        /** What piles up while a process stands still is done in the order in which it was due. */
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(at, other.at);
            int byDue = byTime != 0 ? byTime : Long.compare(due, other.due);
            return byDue != 0 ? byDue : Long.compare(number, other.number);
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    long now() {
        return now;
    }

    /** How many things were done. */
    long done() {
        return done;
    }

    /** Two runs with the same digest did the same things at the same times. */
    long digest() {
        return digest;
    }

    void mix(long value) {
        digest = (digest ^ value) * 0x9E3779B97F4A7C15L;
    }

    Scheduled at(long due, Runnable action) {
        return add(due, null, action);
    }

    /** As {@link #at}, but by a process, which may stand still or be gone. */
    Scheduled in(Life process, long due, Runnable action) {
        return add(due, process, action);
    }

    private Scheduled add(long due, @Nullable Life process, Runnable action) {
        Task task = new Task(Math.max(due, now), numbers++, process, action);
        tasks.add(task);
        return task;
    }

    /** Does the next thing that is due by then; false if there is none. */
    boolean step(long end) {
        Task task = tasks.peek();
        if (task == null || task.at > end) {
            now = end;
            return false;
        }
        tasks.remove();
        now = task.at;
        Life process = task.process;
        if (task.cancelled || (process != null && !process.isAlive())) {
            return true;
        }
        if (process != null && process.pausedUntil() > now) {
            task.at = process.pausedUntil();
            tasks.add(task);
            return true;
        }
        done++;
        mix(now + task.number);
        task.action.run();
        return true;
    }
}
