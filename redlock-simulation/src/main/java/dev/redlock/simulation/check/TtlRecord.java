package dev.redlock.simulation.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What one node was told of the longest ttl, and when it lost its data. Unlike the node, this forgets nothing. */
public final class TtlRecord {
    private final List<Entry> entries = new ArrayList<>(2);
    private Duration known = Duration.ZERO;
    private Duration longest = Duration.ZERO;
    private long longestSince;
    private long forgotAt;

    private record Entry(Duration ttl, long since) {}

    public void told(Duration ttl, long now) {
        entries.add(new Entry(ttl, now));
        known = longerOf(known, ttl);
        if (ttl.compareTo(longest) > 0) {
            longest = ttl;
            longestSince = now;
        }
    }

    /** Its data is gone, but for what it still knows. */
    public void forgot(Duration left, long now) {
        entries.clear();
        entries.add(new Entry(left, now));
        known = left;
        forgotAt = now;
    }

    public long forgotAt() {
        return forgotAt;
    }

    /** The longest that the node knows of. */
    public Duration known() {
        return known;
    }

    /** The longest of all, whether or not the node still knows of it. */
    public Duration longest() {
        return longest;
    }

    /** When the node was first told of the longest of all. */
    public long longestSince() {
        return longestSince;
    }

    public boolean hasKnownSince(Duration ttl, long time) {
        return entries.stream().anyMatch(entry -> entry.ttl().compareTo(ttl) >= 0 && entry.since() <= time);
    }

    private static Duration longerOf(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
