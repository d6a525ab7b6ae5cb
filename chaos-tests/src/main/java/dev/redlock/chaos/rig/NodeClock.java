package dev.redlock.chaos.rig;

import dev.redlock.testkit.redis.RedisNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The wall clock of one node. Remembers how it was moved, so that what the node says by it can be told in real time. */
public final class NodeClock {
    /** Between a change of the clock and its entry here; less than any jump that a scenario makes. */
    private static final long BLUR = Duration.ofMillis(20).toNanos();

    private static final int LOOKS = 10;
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(5);

    private final RedisNode node;
    private final TreeMap<Long, Long> aheadSince = new TreeMap<>();

    NodeClock(RedisNode node) {
        this.node = node;
        begin();
    }

    /** Begins a new record: only what is moved from now on matters. */
    synchronized void begin() {
        long ahead = aheadSince.isEmpty() ? 0 : aheadSince.lastEntry().getValue();
        aheadSince.clear();
        aheadSince.put(Long.MIN_VALUE, ahead);
    }

    /** How far the real wall clock is ahead of the monotonic one. Asked anew each time, since some machines mend theirs. */
    private static long wallAhead() {
        long best = 0;
        long shortest = Long.MAX_VALUE;
        for (int look = 0; look < LOOKS && shortest > QUICK; look++) {
            long before = System.nanoTime();
            Instant now = Instant.now();
            long took = System.nanoTime() - before;
            if (took < shortest) {
                shortest = took;
                best = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - before;
            }
        }
        return best;
    }

    /** Sets how far the clock of the node is ahead of the real one. */
    public synchronized void move(Duration ahead) {
        node.moveClock(ahead);
        aheadSince.put(System.nanoTime(), ahead.toNanos());
    }

    /**
     * When it was that the clock of the node showed this, by the monotonic clock of the machine.
     *
     * @param heardAt not long after
     */
    synchronized long whenItShowed(long micros, long heardAt) {
        long wall = TimeUnit.MICROSECONDS.toNanos(micros) - wallAhead();
        for (Map.Entry<Long, Long> segment :
                aheadSince.headMap(heardAt, true).descendingMap().entrySet()) {
            long at = wall - segment.getValue();
            boolean begun = segment.getKey() == Long.MIN_VALUE || at >= segment.getKey() - BLUR;
            if (begun && at <= heardAt + BLUR) {
                return at;
            }
        }
        return heardAt;
    }

    /** When this much more had passed on the clock of the node than at that time; never before that time. */
    synchronized long whenPassed(long since, long nanos) {
        long target = since + ahead(since) + nanos;
        long from = since;
        long ahead = ahead(since);
        for (Map.Entry<Long, Long> next : aheadSince.tailMap(since, false).entrySet()) {
            if (target - ahead < next.getKey()) {
                return Math.max(from, target - ahead);
            }
            from = next.getKey();
            ahead = next.getValue();
        }
        return Math.max(from, target - ahead);
    }

    private long ahead(long at) {
        return aheadSince.floorEntry(at).getValue();
    }
}
