package dev.redlock.simulation.check;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Looks at the votes of one node before and after each request. */
public final class NodeCheck {
    private final Referee referee;
    private final int node;

    NodeCheck(Referee referee, int node) {
        this.referee = referee;
        this.node = node;
    }

    /** Carries out a request, and sees to it that it touches no vote of somebody else. */
    public NodeReply serve(Function<NodeRequest, NodeReply> execute, NodeRequest request) {
        if (!(request instanceof NodeRequest.OfClaim ofClaim)) {
            NodeReply reply = execute.apply(request);
            referee.served(node, request, reply);
            return reply;
        }
        List<Vote> foreign = foreignVotes(execute, ofClaim.claim());
        NodeReply reply = execute.apply(request);
        for (Vote vote : foreign) {
            Optional<Vote> after = look(execute, vote.name());
            if (!isSameVote(vote, after)) {
                referee.fail(
                        Property.OWN_VOTE, "node " + node + " had " + vote + " and has " + after + " after " + request);
            }
        }
        referee.served(node, request, reply);
        return reply;
    }

    private static boolean isSameVote(Vote before, Optional<Vote> after) {
        return after.isPresent()
                && after.get().vote().equals(before.vote())
                && after.get().remaining().equals(before.remaining());
    }

    /** Carries out a request once more. */
    public void repeat(Function<NodeRequest, NodeReply> execute, NodeRequest request, NodeReply first) {
        if (request instanceof NodeRequest.OfClaim ofClaim) {
            List<Optional<Vote>> before = lookAtAll(execute, ofClaim.claim());
            NodeReply second = execute.apply(request);
            List<Optional<Vote>> after = lookAtAll(execute, ofClaim.claim());
            boolean sameAnswer = !(request instanceof NodeRequest.Acquire) || second.equals(first);
            if (!before.equals(after) || !sameAnswer) {
                referee.fail(
                        Property.REPETITION,
                        request + " gave " + first + ", then " + second + "; " + before + " became " + after);
            }
        }
    }

    /** A request will be carried out once more later, so that it may leave a vote which nobody knows of. */
    public void repeatedLate(NodeRequest request) {
        referee.repeatedLate(request);
    }

    /** Before a node votes for so long, it has been told that somebody may ask for that. */
    public void voted(Duration ttl, TtlRecord ttls) {
        if (ttl.compareTo(ttls.known()) > 0) {
            referee.failUnlessUnpromised(
                    Property.QUARANTINE, "node " + node + " votes for " + ttl + ", but knows of " + ttls.known());
        }
    }

    /** A vote is still there although nobody wants it. */
    public void leftBehind(Vote vote) {
        referee.leftBehind(node, vote);
    }

    private static List<Vote> foreignVotes(Function<NodeRequest, NodeReply> execute, Claim claim) {
        List<Vote> foreign = new ArrayList<>(0);
        for (String name : claim.names()) {
            Optional<Vote> vote = look(execute, name);
            if (vote.isPresent() && !vote.get().vote().startsWith(claim.holder())) {
                foreign.add(vote.get());
            }
        }
        return foreign;
    }

    private static List<Optional<Vote>> lookAtAll(Function<NodeRequest, NodeReply> execute, Claim claim) {
        return claim.names().stream().map(name -> look(execute, name)).toList();
    }

    private static Optional<Vote> look(Function<NodeRequest, NodeReply> execute, String name) {
        return ((Seen) execute.apply(new NodeRequest.Inspect(name))).vote();
    }
}
