package dev.redlock.protocol.search;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.Command;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition, from before its start to after its end, with all that it has under way.
 *
 * @param ballot one object for all states of this contender, so that comparing them is cheap
 * @param round null before the start and after the end
 * @param token what it won; 0 if it has not
 * @param mustExceed the largest token that had been won when it started
 */
record Contender(
        Ballot ballot, Phase phase, @Nullable AcquireRound round, long token, long mustExceed, List<Link> links) {

    enum Phase {
        WAITING,
        TRYING,
        WON,
        LOST
    }

    /**
     * The way to one node and back. There is never more than one message on it, because a round asks a node to store
     * only after it has voted.
     *
     * @param request sent, and not carried out yet if there is no reply
     * @param reply under way back
     * @param heard whether somebody waits for the reply; a request that nobody waits for may still be carried out
     */
    record Link(@Nullable NodeRequest request, @Nullable NodeReply reply, boolean heard) {
        static final Link IDLE = new Link(null, null, false);

        @Override
        public int hashCode() {
            int sent = request == null ? 0 : request instanceof NodeRequest.Raise ? 1 : 2;
            return 31 * hash(reply) + 2 * sent + (heard ? 1 : 0);
        }

        boolean awaitsNode() {
            return request != null && reply == null;
        }

        Link answered(NodeReply answer) {
            return heard ? new Link(request, answer, true) : IDLE;
        }

        /** An answer that has been given is lost; a request on its way is not. */
        Link abandoned() {
            return awaitsNode() ? new Link(request, null, false) : IDLE;
        }
    }

    /** Time stands still, so that no lease is ever too late. */
    private static final Tick NOW = new Tick(0);

    private static final LeaseTerms TERMS =
            new LeaseTerms(Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1));

    static Contender waiting(String name, int nodes) {
        List<Link> links = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            links.add(Link.IDLE);
        }
        Claim claim = new Claim(List.of("payout:42"), name.repeat(Claim.HOLDER_LENGTH), name);
        return new Contender(new Ballot(nodes, claim, TERMS), Phase.WAITING, null, 0, 0, List.copyOf(links));
    }

    Contender start(long proposal, long largestTokenYet, Flaw flaw) {
        AcquireRound.Step first = AcquireRound.start(ballot, proposal, NOW);
        return new Contender(ballot, Phase.TRYING, null, 0, largestTokenYet, links).after(first, flaw);
    }

    /** Takes the reply off the way back, and lets the real round decide. */
    Contender hear(int node, NodeReply reply, Link rest, Flaw flaw) {
        AcquireRound current = Objects.requireNonNull(round);
        Contender next = withLink(node, rest);
        AcquireRound.Step step = links.get(node).request() instanceof NodeRequest.Raise
                ? current.onStored(node, reply, NOW)
                : current.onVote(node, seenBy(current, reply, flaw), NOW);
        return next.after(step, flaw);
    }

    Contender timeOut(Flaw flaw) {
        return after(Objects.requireNonNull(round).onTimeout(NOW), flaw);
    }

    Contender withLink(int node, Link link) {
        List<Link> next = new ArrayList<>(links);
        next.set(node, link);
        return new Contender(ballot, phase, round, token, mustExceed, List.copyOf(next));
    }

    String name() {
        return ballot.claim().owner();
    }

    /** Leaves out what rarely differs, and tells records without fields apart: there are millions of these. */
    @Override
    public int hashCode() {
        int hash = 31 * phase.hashCode() + (int) token;
        for (int node = 0; node < links.size(); node++) {
            hash = 31 * hash + links.get(node).hashCode();
            if (round != null) {
                hash = 31 * (31 * hash + hash(round.votes().of(node)))
                        + hash(round.stored().of(node));
            }
        }
        return hash;
    }

    private static int hash(@Nullable NodeReply reply) {
        return reply == null ? 0 : 31 * reply.getClass().hashCode() + reply.hashCode();
    }

    private static NodeReply seenBy(AcquireRound round, NodeReply reply, Flaw flaw) {
        if (flaw == Flaw.FAILURE_COUNTS_AS_VOTE && reply instanceof Failed) {
            return new Granted(round.proposal());
        }
        boolean isLateAndLarger =
                round.isRaising() && reply instanceof Granted granted && granted.value() > round.token();
        return flaw == Flaw.LATE_LARGER_VOTE_COUNTS && isLateAndLarger ? new Granted(round.token()) : reply;
    }

    private Contender after(AcquireRound.Step step, Flaw flaw) {
        if (flaw == Flaw.WON_BY_VOTES_ALONE && step.round().isRaising()) {
            return over(step.round().token());
        }
        if (step.outcome().isPresent()) {
            return over(step.outcome().get() instanceof Won won ? won.token() : 0);
        }
        List<Link> next = new ArrayList<>(links);
        for (Command command : step.commands()) {
            next.set(command.node(), new Link(command.request(), null, true));
        }
        return new Contender(ballot, phase, step.round(), 0, mustExceed, List.copyOf(next));
    }

    private Contender over(long won) {
        List<Link> left = links.stream().map(Link::abandoned).toList();
        return new Contender(ballot, won > 0 ? Phase.WON : Phase.LOST, null, won, mustExceed, left);
    }
}
