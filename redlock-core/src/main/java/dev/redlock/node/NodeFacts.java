package dev.redlock.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node says of itself on a new connection. Decides whether its votes count.
 *
 * @param runId the id of the server process; another one means that it has restarted
 * @param uptime how long that process has run, rounded down
 * @param promoted whether it was a replica before
 * @param admission what the lock has stored there, if anything
 * @param objections reasons why this node cannot take part at all, for people
 */
public record NodeFacts(
        String runId, Duration uptime, boolean promoted, Optional<Admission> admission, List<String> objections) {

    /** Whether the process that runs now is the one that was admitted. */
    public boolean isAdmitted() {
        return admission.isPresent() && admission.get().runId().equals(runId);
    }

    public NodeFacts withAdmission(Optional<Admission> other) {
        return new NodeFacts(runId, uptime, promoted, other, objections);
    }

    /**
     * What was stored when the node was admitted.
     *
     * @param runId the process that was admitted
     * @param nodes how many nodes the cluster had
     * @param high no larger token was ever given
     * @param maxTtl the longest ttl that a client of this node may use
     */
    public record Admission(String runId, int nodes, long high, Duration maxTtl) {}
}
