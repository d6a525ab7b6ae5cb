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
 * @param mark what was written where records should be, see {@link NodeRequest.Mark}; empty if there are records, or nothing
 */
public record NodeFacts(
        String runId,
        Duration uptime,
        boolean promoted,
        Optional<Admission> admission,
        List<String> objections,
        Optional<String> mark) {

    /** Of a node that has not been marked. */
    public NodeFacts(
            String runId, Duration uptime, boolean promoted, Optional<Admission> admission, List<String> objections) {
        this(runId, uptime, promoted, admission, objections, Optional.empty());
    }

    /** Whether the process that runs now is the one that was admitted. */
    public boolean isAdmitted() {
        return admission.isPresent() && admission.get().runId().equals(runId);
    }

    public NodeFacts withAdmission(Optional<Admission> other) {
        return new NodeFacts(runId, uptime, promoted, other, objections);
    }

    public NodeFacts withMark(String written) {
        return new NodeFacts(runId, uptime, promoted, admission, objections, Optional.of(written));
    }

    /** By what the node can be told from one that has lost its records since; empty if by nothing. */
    public Optional<String> recorded() {
        return admission.map(Admission::runId).or(() -> mark);
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
