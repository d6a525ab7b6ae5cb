package dev.redlock.chaos.history;

import java.util.List;

/**
 * The nodes and the lease that all clients of a run were configured with.
 *
 * @param driftNanos how much earlier than the ttl a holder stops trusting its lease
 */
public record Setup(List<String> nodes, long ttlNanos, long driftNanos) {

    public Setup {
        nodes = List.copyOf(nodes);
    }
}
