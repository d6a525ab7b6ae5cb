package dev.redlock.protocol;

import dev.redlock.node.Claim;

/**
 * What is voted on.
 *
 * @param nodes how many nodes are configured, reachable or not
 */
public record Ballot(int nodes, Claim claim, LeaseTerms terms) {

    public int quorum() {
        return quorumOf(nodes);
    }

    /** A majority of the configured nodes, never of those that happen to answer: any two majorities share a node. */
    public static int quorumOf(int nodes) {
        return nodes / 2 + 1;
    }
}
