package dev.redlock.postgres;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whose turn it is. A release must come behind the acquire that it undoes, but a request that waits in the database must not
 * hold up requests about other names. So jobs that share a key are done one after the other, in the order in which they came,
 * and all others side by side.
 */
final class Turns {
    private static final Comparator<Turn> FIRST_COME = Comparator.comparingLong(turn -> turn.number);

    private final int limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, ArrayDeque<Turn>> lines = new HashMap<>();

    /** First come, first served: with one connection, everything is done in the order in which it came. */
    private final Queue<Turn> ready = new PriorityQueue<>(FIRST_COME);

    private long numbers;
    private int waiting;
    private boolean retired;
    private boolean closed;

    /** A job in all its lines. */
    static final class Turn {
        private final Job job;
        private final long number;
        private int linesAhead;

        private Turn(Job job, long number) {
            this.job = job;
            this.number = number;
        }

        Job job() {
            return job;
        }
    }

    /** @param limit how many jobs may wait */
    Turns(int limit) {
        this.limit = limit;
    }

    /** Takes in a job, or says why not. */
    Optional<String> add(Job job) {
        return add(job, false);
    }

    /** @param evenIfFull for what makes room again: there is no more of it than of what it undoes */
    Optional<String> add(Job job, boolean evenIfFull) {
        lock.lock();
        try {
            if (retired || closed) {
                return Optional.of("the connection has ended");
            }
            if (waiting >= limit && !evenIfFull) {
                return Optional.of(limit + " requests are waiting for the database already; it is too slow");
            }
            waiting++;
            Turn turn = new Turn(job, numbers++);
            for (String key : job.keys()) {
                ArrayDeque<Turn> line = lines.computeIfAbsent(key, unused -> new ArrayDeque<>(1));
                turn.linesAhead += line.isEmpty() ? 0 : 1;
                line.add(turn);
            }
            makeReadyIfFirst(turn);
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** How many jobs have not been begun. */
    int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a job that can be done now; empty if none came in time or none will come. */
    Optional<Turn> take(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (ready.isEmpty() && !retired && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            Turn turn = ready.poll();
            if (turn != null) {
                waiting--;
            }
            return Optional.ofNullable(turn);
        } finally {
            lock.unlock();
        }
    }

    /** The job has been done, and the next in its lines may follow. */
    void done(Turn turn) {
        lock.lock();
        try {
            for (String key : turn.job.keys()) {
                ArrayDeque<Turn> line = lines.get(key);
                if (line == null) {
                    continue;
                }
                line.poll();
                Turn next = line.peek();
                if (next == null) {
                    lines.remove(key);
                } else {
                    next.linesAhead--;
                    makeReadyIfFirst(next);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more is taken in; what is waiting is still done. */
    void retire() {
        lock.lock();
        try {
            retired = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is begun any more; returns what was waiting. */
    List<Job> close() {
        lock.lock();
        try {
            closed = true;
            Set<Turn> left = new TreeSet<>(FIRST_COME);
            left.addAll(ready);
            lines.values()
                    .forEach(line ->
                            line.stream().filter(turn -> turn.linesAhead > 0).forEach(left::add));
            ready.clear();
            lines.clear();
            waiting = 0;
            changed.signalAll();
            return left.stream().map(Turn::job).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing can be done now, nor will be, but by whoever is at it. */
    boolean isOver() {
        lock.lock();
        try {
            return closed || (retired && ready.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    private void makeReadyIfFirst(Turn turn) {
        if (turn.linesAhead == 0) {
            ready.add(turn);
            changed.signal();
        }
    }
}
