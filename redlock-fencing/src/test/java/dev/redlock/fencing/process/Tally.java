package dev.redlock.fencing.process;

import java.util.Map;
import java.util.TreeMap;

/** How often something was the outcome. */
final class Tally {
    private final Map<String, Integer> counts = new TreeMap<>();

    synchronized void add(String outcome, int times) {
        counts.merge(outcome, times, Integer::sum);
    }

    synchronized int of(String outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    /** As {@link #toString} has written it. */
    void addAll(String line) {
        for (String entry : line.substring(1, line.length() - 1).split(", ", -1)) {
            int equals = entry.indexOf('=');
            add(entry.substring(0, equals), Integer.parseInt(entry.substring(equals + 1)));
        }
    }

    @Override
    public synchronized String toString() {
        return counts.toString();
    }
}
