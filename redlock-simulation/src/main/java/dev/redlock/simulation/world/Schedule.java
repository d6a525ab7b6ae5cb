package dev.redlock.simulation.world;

import dev.redlock.time.Timers.Scheduled;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The one thread of a run: does what is due, in order, and moves the time from one thing to the next. */
final class Schedule {
    // A heap by hand: every message goes through here twice, and a queue that asks its elements to compare themselves
    // takes
    // a fifth of the time of a run.
    private @Nullable Task[] heap = new @Nullable Task[256];
    private int size;
    private long now;
    private long numbers;
    private long done;
    private long digest;

    /** Something that will be done, unless its process is gone by then. */
    private static final class Task implements Scheduled {
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
        private boolean isBefore(Task other) {
            if (at != other.at) {
                return at < other.at;
            }
            return due != other.due ? due < other.due : number < other.number;
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
        push(task);
        return task;
    }

    private void push(Task task) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int at = size++;
        while (at > 0) {
            Task parent = heap[(at - 1) / 2];
            if (parent == null || parent.isBefore(task)) {
                break;
            }
            heap[at] = parent;
            at = (at - 1) / 2;
        }
        heap[at] = task;
    }

    private void removeFirst() {
        Task last = heap[--size];
        heap[size] = null;
        if (size == 0 || last == null) {
            return;
        }
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            int smaller = child + 1 < size && isBefore(child + 1, child) ? child + 1 : child;
            Task next = heap[smaller];
            if (next == null || last.isBefore(next)) {
                break;
            }
            heap[at] = next;
            at = smaller;
        }
        heap[at] = last;
    }

    private boolean isBefore(int one, int other) {
        Task first = heap[one];
        Task second = heap[other];
        return first != null && second != null && first.isBefore(second);
    }

    /** Does the next thing that is due by then; false if there is none. */
    boolean step(long end) {
        Task task = heap[0];
        if (task == null || task.at > end) {
            now = end;
            return false;
        }
        removeFirst();
        now = task.at;
        Life process = task.process;
        if (task.cancelled || (process != null && !process.isAlive())) {
            return true;
        }
        if (process != null && process.pausedUntil() > now) {
            task.at = process.pausedUntil();
            push(task);
            return true;
        }
        done++;
        mix(now + task.number);
        task.action.run();
        return true;
    }
}
