package dev.redlock.protocol;

import dev.redlock.internal.Check;
import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One attempt to win a majority of nodes and a token that is larger than all before.
 *
 * @param votes the answers to acquire
 * @param token the token we are about to claim; 0 while there is no majority yet
 * @param stored the answers to raise; a node that gave exactly the token counts as one that has stored it
 * @param resent by node, whether acquire was sent a second time because the node had lost the script
 * @param gate the node that is asked alone before the others, as long as only that one has been asked
 */
public record AcquireRound(
        Ballot ballot,
        Tick startedAt,
        long proposal,
        Replies votes,
        long token,
        Replies stored,
        long resent,
        OptionalInt gate) {

    /*
     * Validity
     * --------
     * A lease is trusted until startedAt + ttl - drift, counted from before the first command left and never from the
     * moment the last reply came back. Every node started its own expiry after startedAt, so no node can free the vote
     * earlier than that on its own clock. Counting from the end would be wrong by the length of any pause between the last
     * reply and the reading of the clock.
     *
     * Token
     * -----
     * Nodes count by themselves, so their values may differ. The token is the largest value among a majority, and it is
     * ours only when a majority of those nodes has stored it while we still had the vote there: at once where the node's
     * own value was the token, and by raise elsewhere. Two majorities share a node, on which the two periods from vote to
     * store cannot overlap; whoever comes second there is given a larger value. Neither step uses a clock.
     *
     * "Still" means all the time: an acquire that the network delivers a second time may bring the vote back after somebody
     * else had it. The node has given a larger value then, which is why raise says what value ours was.
     *
     * A grant that comes in late with a value above the token does not count as a store: the token would not be larger than
     * what that node had given before.
     *
     * Gate
     * ----
     * Rivals that ask all nodes at the same moment split the votes, and none of them wins. So who knows of rivals asks one
     * node first, the same one as they, and asks the others only with its vote in hand: one round trip more, and nobody
     * in the way. Who is refused there gets a place in line. A release keeps the vote of the gate for the first in line and
     * tells that one, who then asks all nodes at once. It is a courtesy, not a rule of safety: what is kept is refused to
     * others, and given to nobody. A gate that does not answer is passed by, and who does not know of it asks all nodes at
     * once.
     *
     * Withdrawal
     * ----------
     * A lost round withdraws from every node, including those that refused or never answered: an acquire that timed out
     * here may still be carried out there. The runtime does it, behind the acquire on the same connection.
     */

    /** The round after one event, what to do now, and the result once there is one. */
    public record Step(AcquireRound round, List<Command> commands, Optional<AcquireOutcome> outcome) {}

    /** Asks all nodes at once. */
    public static Step start(Ballot ballot, long proposal, Tick now) {
        AcquireRound round = begin(ballot, proposal, now, OptionalInt.empty());
        List<Command> commands = new ArrayList<>(ballot.nodes());
        NodeRequest acquire = round.acquire();
        for (int node = 0; node < ballot.nodes(); node++) {
            commands.add(new Command(node, acquire));
        }
        return new Step(round, commands, Optional.empty());
    }

    /** Asks this node first, and the others when it has voted for us, or does not answer. */
    public static Step startAtGate(int gate, Ballot ballot, long proposal, Tick now) {
        AcquireRound round = begin(ballot, proposal, now, OptionalInt.of(gate));
        return new Step(round, List.of(new Command(gate, round.acquire())), Optional.empty());
    }

    private static AcquireRound begin(Ballot ballot, long proposal, Tick now, OptionalInt gate) {
        Check.argument(ballot.nodes() > 0 && ballot.nodes() < Long.SIZE, "1 to 63 nodes, got %d", ballot.nodes());
        Replies none = Replies.none(ballot.nodes());
        return new AcquireRound(ballot, now, proposal, none, 0, none, 0, gate);
    }

    /** A node answered acquire. */
    public Step onVote(int node, NodeReply reply, Tick now) {
        if (reply instanceof Failed failed && failed.cause() == Failed.Cause.SCRIPT_MISSING && !wasResent(node)) {
            // Nothing was carried out, and the adapter sends the whole script the next time.
            AcquireRound next =
                    new AcquireRound(ballot, startedAt, proposal, votes, token, stored, resent | bit(node), gate);
            return new Step(next, List.of(new Command(node, acquire())), Optional.empty());
        }
        AcquireRound next = withVotes(votes.with(node, reply));
        if (isAtGate()) {
            return next.decideAtGate(reply, now);
        }
        return isRaising() ? next.storeLateGrant(node, reply, now) : next.decideOnVotes(now);
    }

    /** A node answered raise. */
    public Step onStored(int node, NodeReply reply, Tick now) {
        return withStored(stored.with(node, reply)).decideOnStores(now);
    }

    /** Whoever has not answered by now is not waited for any longer. */
    public Step onTimeout(Tick now) {
        if (isAtGate()) {
            return passGate(now);
        }
        return isRaising()
                ? withStored(stored.withSilence()).decideOnStores(now)
                : withVotes(votes.withSilence()).decideOnVotes(now);
    }

    public Step onCancel() {
        return finish(new Lost(Reason.CANCELLED, evidence()));
    }

    /** Whether only the gate has been asked so far. */
    public boolean isAtGate() {
        return gate.isPresent();
    }

    /** Whether this node may have voted for us, or may yet do so, and so has to be told if we give up. */
    public boolean mayHaveVote(int node) {
        if (isAtGate() && gate.getAsInt() != node) {
            return false;
        }
        NodeReply vote = votes.of(node);
        boolean neverAsked = vote instanceof Failed failed && failed.notSent();
        return !neverAsked && !(vote instanceof Denied);
    }

    /** Whether a node keeps its vote for somebody else who waits. */
    public boolean hasMetRival() {
        return votes.count(reply -> reply instanceof Denied denied && Claim.isKept(denied.vote())) > 0;
    }

    /** A phase ends with a timeout of its own. */
    public boolean isInSamePhaseAs(AcquireRound other) {
        return isAtGate() == other.isAtGate() && isRaising() == other.isRaising();
    }

    /** How long to wait for answers in this phase. The gate is only a courtesy, and must not cost much. */
    public Duration patience() {
        Duration nodeTimeout = ballot.terms().nodeTimeout();
        return isAtGate() ? nodeTimeout.dividedBy(4) : nodeTimeout;
    }

    /** Whether there is a majority, and the token is being stored there. */
    public boolean isRaising() {
        return token > 0;
    }

    private Step decideAtGate(NodeReply reply, Tick now) {
        return reply instanceof Denied ? lose() : passGate(now);
    }

    /** Asks all others, for the value that the gate gave: nodes in step need no second round trip. */
    private Step passGate(Tick now) {
        int passed = gate.getAsInt();
        long value = votes.of(passed) instanceof Granted granted ? Math.max(proposal, granted.value()) : proposal;
        AcquireRound open =
                new AcquireRound(ballot, startedAt, value, votes, token, stored, resent, OptionalInt.empty());
        Step step = open.decideOnVotes(now);
        if (step.outcome().isPresent()) {
            return step;
        }
        List<Command> commands = new ArrayList<>(ballot.nodes());
        NodeRequest acquire = open.acquire();
        for (int node = 0; node < ballot.nodes(); node++) {
            if (node != passed) {
                commands.add(new Command(node, acquire));
            }
        }
        return new Step(step.round(), commands, Optional.empty());
    }

    private Step decideOnVotes(Tick now) {
        int granted = votes.count(Granted.class);
        if (granted >= ballot.quorum()) {
            return withToken(largestValue()).storeToken(now);
        }
        if (granted + votes.outstanding() >= ballot.quorum()) {
            return keepWaiting();
        }
        return lose();
    }

    /** Counts the nodes that gave exactly the token, and asks the other ones to store it. */
    private Step storeToken(Tick now) {
        AcquireRound next = this;
        List<Command> raises = new ArrayList<>();
        for (int node = 0; node < ballot.nodes(); node++) {
            if (votes.of(node) instanceof Granted granted) {
                if (granted.value() == token) {
                    next = next.withStored(next.stored.with(node, new Confirmed()));
                } else {
                    raises.add(new Command(node, raise(granted)));
                }
            }
        }
        Step step = next.decideOnStores(now);
        return step.outcome().isPresent() ? step : new Step(step.round(), raises, Optional.empty());
    }

    private Step storeLateGrant(int node, NodeReply reply, Tick now) {
        if (!(reply instanceof Granted granted) || granted.value() > token) {
            return decideOnStores(now);
        }
        if (granted.value() == token) {
            return withStored(stored.with(node, new Confirmed())).decideOnStores(now);
        }
        return new Step(this, List.of(new Command(node, raise(granted))), Optional.empty());
    }

    private Step decideOnStores(Tick now) {
        int confirmed = stored.count(Confirmed.class);
        if (confirmed >= ballot.quorum()) {
            return decideOnTime(now);
        }
        if (confirmed + storesThatMayCome() >= ballot.quorum()) {
            return keepWaiting();
        }
        return lose();
    }

    /** Raises under way, and votes that may come late and bring the token with them. */
    private int storesThatMayCome() {
        int count = 0;
        for (int node = 0; node < ballot.nodes(); node++) {
            NodeReply vote = votes.of(node);
            boolean mayGrant = vote == null || (vote instanceof Granted granted && granted.value() <= token);
            if (mayGrant && stored.of(node) == null) {
                count++;
            }
        }
        return count;
    }

    private Step decideOnTime(Tick now) {
        Tick validUntil = ballot.terms().validUntil(startedAt);
        if (!now.isBefore(validUntil.minus(ballot.terms().minimumValidity()))) {
            return finish(new Lost(Reason.TOO_LATE, evidence()));
        }
        boolean fast = stored.count(Confirmed.class) == votes.count(this::gaveToken);
        return finish(new Won(token, validUntil, fast));
    }

    private boolean gaveToken(NodeReply vote) {
        return vote instanceof Granted granted && granted.value() == token;
    }

    /** Too many silent nodes mean that we cannot know; otherwise somebody's votes are in the way. */
    private Step lose() {
        Replies evidence = evidence();
        boolean quorumAnswered = evidence.count(Failed.class) <= ballot.nodes() - ballot.quorum();
        return finish(new Lost(quorumAnswered ? Reason.HELD : Reason.NO_QUORUM, evidence, gate));
    }

    /** The last word of every node: on the token if it was asked for that, else on the vote. */
    private Replies evidence() {
        Replies last = Replies.none(ballot.nodes());
        for (int node = 0; node < ballot.nodes(); node++) {
            NodeReply vote = votes.of(node);
            NodeReply store = stored.of(node);
            // At the end of raising, silence is booked for every node. It means something only where an answer was due.
            boolean storeWasDue = vote == null || (vote instanceof Granted granted && granted.value() < token);
            boolean storeIsLastWord = storeWasDue && store != null && !(store instanceof Confirmed);
            NodeReply word = storeIsLastWord ? store : vote;
            last = word == null ? last : last.with(node, word);
        }
        return last;
    }

    private long largestValue() {
        long largest = 0;
        for (int node = 0; node < ballot.nodes(); node++) {
            if (votes.of(node) instanceof Granted granted) {
                largest = Math.max(largest, granted.value());
            }
        }
        return largest;
    }

    private NodeRequest acquire() {
        Optional<NodeRequest.Place> place = ballot.ticket().map(ticket -> new NodeRequest.Place(ticket, isAtGate()));
        return new NodeRequest.Acquire(ballot.claim(), ballot.terms().ttl(), proposal, place);
    }

    private NodeRequest raise(Granted vote) {
        return new NodeRequest.Raise(ballot.claim(), vote.value(), token);
    }

    private boolean wasResent(int node) {
        return (resent & bit(node)) != 0;
    }

    private static long bit(int node) {
        return 1L << node;
    }

    private Step keepWaiting() {
        return new Step(this, List.of(), Optional.empty());
    }

    private Step finish(AcquireOutcome outcome) {
        return new Step(this, List.of(), Optional.of(outcome));
    }

    private AcquireRound withVotes(Replies next) {
        return new AcquireRound(ballot, startedAt, proposal, next, token, stored, resent, gate);
    }

    private AcquireRound withStored(Replies next) {
        return new AcquireRound(ballot, startedAt, proposal, votes, token, next, resent, gate);
    }

    private AcquireRound withToken(long next) {
        return new AcquireRound(ballot, startedAt, proposal, votes, next, stored, resent, gate);
    }
}
