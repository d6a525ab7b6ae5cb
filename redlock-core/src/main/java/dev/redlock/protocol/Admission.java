package dev.redlock.protocol;

import dev.redlock.node.NodeFacts;
import dev.redlock.protocol.Standing.Admissible;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Refused;
import dev.redlock.protocol.Standing.Served;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.protocol.Standing.Unreachable;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether the votes of a node count.
 *
 * @param maxTtl the longest ttl that this client may use
 * @param longestTtl the longest that anybody is known to use
 * @param quarantine false where the operator vouches that the nodes never forget
 */
public record Admission(int nodes, Duration maxTtl, Duration longestTtl, boolean quarantine) {

    /*
     * Forgetting
     * ----------
     * A node that restarts empty or from an old snapshot, that is flushed, or that was a replica a moment ago, may give a
     * vote which it has already given. Every restart ends every connection, and a flush takes the records with it, so that
     * both are seen. Such a node is not asked for votes until every vote it may have forgotten has ended by itself, which is
     * the longest ttl after it forgot. Whoever sees the end of that time first admits it, and all others believe the record.
     *
     * A new cluster
     * -------------
     * It looks like one that has lost everything. It is taken for new only by a client that has never seen otherwise: a
     * majority of nodes had no records when this client first met them, and none had any. A client that knew a node before
     * never takes it for new, so losing all data under running clients costs one longest ttl and not a double grant.
     *
     * The longest ttl
     * ---------------
     * It is a setting of each client, and they may differ. So every node is told that of every client before the client
     * gets a vote there, and keeps the largest. Whoever ends a quarantine has asked the other nodes for it just before.
     */

    /** Nodes of a new cluster that connect a moment later than the first ones are new, too. */
    private static final Duration BIRTH = Duration.ofSeconds(2);

    /** Before anybody else's longest ttl is known. */
    public Admission(int nodes, Duration maxTtl, boolean quarantine) {
        this(nodes, maxTtl, maxTtl, quarantine);
    }

    /** With somebody who may use ttls of this length. */
    public Admission allowingFor(Duration ttl) {
        return ttl.compareTo(longestTtl) > 0 ? new Admission(nodes, maxTtl, ttl, quarantine) : this;
    }

    public Standing judge(int index, List<Knowledge> all, Tick now) {
        Standing standing = judge(index, all);
        boolean served = standing instanceof Quarantined quarantined && !now.isBefore(quarantined.until());
        if (!served) {
            return standing;
        }
        // Those that have not been reached yet may know of a longer ttl.
        return all.stream().allMatch(Knowledge::tried) ? new Served() : new Undecided();
    }

    private Standing judge(int index, List<Knowledge> all) {
        Knowledge node = all.get(index);
        NodeFacts facts = node.facts();
        if (facts == null) {
            return new Unreachable("not connected");
        }
        Optional<String> refusal = refusal(index, facts, all);
        if (refusal.isPresent()) {
            return new Refused(refusal.get());
        }
        if (facts.isAdmitted()) {
            return knowsMaxTtl(facts) ? new Admitted() : new Admissible();
        }
        if (!quarantine) {
            return new Admissible();
        }
        return facts.admission().isEmpty() ? judgeEmpty(node, facts, all) : judgeOther(node, facts);
    }

    private boolean knowsMaxTtl(NodeFacts facts) {
        return facts.admission()
                .filter(stored -> stored.maxTtl().compareTo(maxTtl) >= 0)
                .isPresent();
    }

    /** It has records, but those of another process. */
    private Standing judgeOther(Knowledge node, NodeFacts facts) {
        if (facts.promoted()) {
            // It has run for long, but it is a voter only since its promotion, and nothing says when that was.
            return quarantined(node.suspectSince(), "a replica was promoted and may lack the latest votes");
        }
        return quarantined(processStart(node, facts), "it restarted and may have forgotten votes");
    }

    private Standing judgeEmpty(Knowledge node, NodeFacts facts, List<Knowledge> all) {
        if (node.knownRun() != null) {
            return node.knownRun().equals(facts.runId())
                    ? quarantined(node.suspectSince(), "its data was deleted while it ran")
                    : judgeRestartedEmpty(node, facts);
        }
        if (node.hasRestartedSinceMet()) {
            // Others may have admitted the process that we met, and have its votes.
            return judgeRestartedEmpty(node, facts);
        }
        int metEmpty = 0;
        Tick firstMeeting = node.readAt();
        for (Knowledge other : all) {
            if (!other.tried()) {
                // Those that answer first may be the very ones that have lost their data.
                return new Undecided();
            }
            if (other.firstMet() != null) {
                if (!other.metEmpty()) {
                    return quarantined(node.suspectSince(), "it has no records, although other nodes have");
                }
                metEmpty++;
                firstMeeting = firstMeeting.earlierOf(other.firstMet());
            }
        }
        if (metEmpty < Ballot.quorumOf(nodes)) {
            return new Undecided();
        }
        // Not by the first meeting: since then the node may have voted for others and lost its data, unseen by us.
        boolean isBirth = node.firstMet() != null && node.suspectSince().isBefore(firstMeeting.plus(BIRTH));
        return isBirth ? new Admissible() : quarantined(node.suspectSince(), "it joined after the other nodes");
    }

    private Standing judgeRestartedEmpty(Knowledge node, NodeFacts facts) {
        Tick start = processStart(node, facts);
        // Until its quarantine is over nobody admits it, and all it can lack is what the process before it knew. After
        // that it may have voted, and been flushed.
        boolean mayHaveVoted = !node.suspectSince().isBefore(start.plus(longestTtl));
        return quarantined(mayHaveVoted ? node.suspectSince() : start, "it restarted without its data");
    }

    /**
     * Never too early: the uptime is rounded down. It is a difference of two readings of the node's wall clock, though,
     * which may jump, most of all after a reboot; so it is believed only between what we have seen ourselves.
     */
    private static Tick processStart(Knowledge node, NodeFacts facts) {
        Tick start = node.readAt().minus(facts.uptime());
        Tick possible =
                node.process() == null ? start : start.laterOf(node.process().notBefore());
        return possible.earlierOf(node.suspectSince());
    }

    private Quarantined quarantined(Tick forgotAt, String why) {
        return new Quarantined(forgotAt.plus(longestTtl), why);
    }

    private Optional<String> refusal(int index, NodeFacts facts, List<Knowledge> all) {
        if (!facts.objections().isEmpty()) {
            return Optional.of(String.join("; ", facts.objections()));
        }
        for (int other = 0; other < all.size(); other++) {
            NodeFacts theirs = all.get(other).facts();
            if (other != index && theirs != null && theirs.runId().equals(facts.runId())) {
                return Optional.of(
                        "node " + (index + 1) + " and node " + (other + 1) + " of the configuration are one and"
                                + " the same server; every node must be a server of its own");
            }
        }
        return facts.admission()
                .filter(admission -> admission.nodes() != nodes)
                .map(admission -> "it belongs to a cluster of " + admission.nodes() + " nodes, but this client is"
                        + " configured with " + nodes + "; all clients must list the same nodes");
    }
}
