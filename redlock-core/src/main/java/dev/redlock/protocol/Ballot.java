package dev.redlock.protocol;

import dev.redlock.node.Claim;
import java.util.Optional;

/**
 * What is voted on.
 *
 * @param nodes how many nodes are configured, reachable or not
 * @param ticket under which this client waits in line, if it knows that there may be one
 */
public record Ballot(int nodes, Claim claim, LeaseTerms terms, Optional<String> ticket) {

    public Ballot(int nodes, Claim claim, LeaseTerms terms) {
        this(nodes, claim, terms, Optional.empty());
    }

    public int quorum() {
        return quorumOf(nodes);
    }

    /** A majority of the configured nodes, never of those that happen to answer: any two majorities share a node. */
    public static int quorumOf(int nodes) {
        return nodes / 2 + 1;
    }
}
