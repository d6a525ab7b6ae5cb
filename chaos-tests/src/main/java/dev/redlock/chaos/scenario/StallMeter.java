package dev.redlock.chaos.scenario;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;

/** Measures for how long this machine lets a thread wait that is due: what nobody can blame a lock for. */
public final class StallMeter implements AutoCloseable {
    private static final long STEP = Duration.ofMillis(5).toNanos();
    private static final long LEAST = Duration.ofMillis(50).toNanos();

    /** By when they ended; only those that are worth telling. */
    private final Map<Long, Long> stalls = new ConcurrentSkipListMap<>();

    private final Thread thread = new Thread(this::measure, "stall-meter");
    private volatile boolean closed;

    public StallMeter() {
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() {
        while (!closed) {
            long start = System.nanoTime();
            LockSupport.parkNanos(STEP);
            long now = System.nanoTime();
            if (now - start - STEP > LEAST) {
                stalls.put(now, now - start - STEP);
            }
        }
    }

    /** The longest since then; where there was none, what an ordinary machine may need. */
    public long worstSince(long start) {
        return stalls.entrySet().stream()
                .filter(stall -> stall.getKey() >= start)
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(LEAST);
    }

    @Override
    public void close() {
        closed = true;
    }
}
