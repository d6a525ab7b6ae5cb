package dev.redlock.simulation.exhaustive;

import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Command;
import dev.redlock.simulation.exhaustive.Contender.Link;
import dev.redlock.simulation.exhaustive.Contender.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** All that a contender can be in, by number. What the real round decides in each is asked once, and looked up from then on. */
final class ContenderStates {
    private static final long PROPOSAL = 1;
    private static final int GATE = 0;
    private static final int KINDS = 8;
    private static final int MOST_NODES = 8;

    private final Interned<Contender> states = new Interned<>();
    private final LongMap transitions = new LongMap();
    private final NodeStates nodes;
    private final int gated;
    private final int disconnected;

    /** @param gated how many contenders, the first ones, ask one node before the others */
    ContenderStates(NodeStates nodes, int gated) {
        this.nodes = nodes;
        this.gated = gated;
        this.disconnected = nodes.reply(new Failed(Cause.DISCONNECTED, "the connection was lost"));
    }

    int waiting(int index, int count, boolean mayRepeat) {
        return states.number(Contender.waiting(index, count, mayRepeat));
    }

    Contender get(int state) {
        return states.get(state);
    }

    int starts(int state, long largestTokenYet) {
        return transition(state, 0, 0, largestTokenYet, () -> {
            Contender starting = get(state).starting(largestTokenYet);
            return after(
                    starting,
                    starting.links(),
                    starting.index() < gated
                            ? AcquireRound.startAtGate(GATE, starting.ballot(), PROPOSAL, Contender.NOW)
                            : AcquireRound.start(starting.ballot(), PROPOSAL, Contender.NOW));
        });
    }

    /** A node has carried out the request; {@code again} if the network will deliver it once more. */
    int served(int state, int node, int reply, boolean again) {
        return transition(state, again ? 1 : 2, node, reply, () -> {
            Contender contender = get(state);
            Link link = contender.links().get(node).answered(reply, again);
            return contender.withLink(node, link, contender.mayRepeat() && !again);
        });
    }

    int copyServed(int state, int node) {
        return transition(state, 3, node, 0, () -> {
            Contender contender = get(state);
            return contender.withLink(node, contender.links().get(node).copyServed(), contender.mayRepeat());
        });
    }

    int hears(int state, int node) {
        return transition(
                state,
                4,
                node,
                0,
                () -> hear(
                        get(state),
                        node,
                        get(state).links().get(node).reply(),
                        get(state).links().get(node).received()));
    }

    /** The connection breaks: what is on its way back is lost, what is on its way there may still arrive. */
    int disconnects(int state, int node) {
        return transition(
                state,
                5,
                node,
                0,
                () -> hear(
                        get(state),
                        node,
                        disconnected,
                        get(state).links().get(node).abandoned()));
    }

    int timesOut(int state) {
        return transition(state, 6, 0, 0, () -> {
            Contender contender = get(state);
            return after(contender, contender.links(), round(contender).onTimeout(Contender.NOW));
        });
    }

    int crashes(int state) {
        return transition(state, 7, 0, 0, () -> get(state).over(0));
    }

    private Contender hear(Contender contender, int node, int reply, Link rest) {
        List<Link> links = new ArrayList<>(contender.links());
        boolean isStore = nodes.request(links.get(node).request()) instanceof NodeRequest.Raise;
        links.set(node, rest);
        AcquireRound round = round(contender);
        return after(
                contender,
                links,
                isStore
                        ? round.onStored(node, nodes.reply(reply), Contender.NOW)
                        : round.onVote(node, nodes.reply(reply), Contender.NOW));
    }

    private Contender after(Contender contender, List<Link> links, AcquireRound.Step step) {
        if (step.outcome().isPresent()) {
            long won = step.outcome().get() instanceof Won victory ? victory.token() : 0;
            return contender.withRound(step.round(), links).over(won);
        }
        List<Link> next = new ArrayList<>(links);
        for (Command command : step.commands()) {
            next.set(command.node(), next.get(command.node()).sent(nodes.request(command.request())));
        }
        return contender.withRound(step.round(), next);
    }

    private static AcquireRound round(Contender contender) {
        if (contender.phase() != Phase.TRYING) {
            throw new IllegalStateException("not under way: " + contender);
        }
        return Objects.requireNonNull(contender.round());
    }

    private int transition(int state, int kind, int node, long detail, Supplier<Contender> next) {
        long key = (((long) state * KINDS + kind) * MOST_NODES + node) << 16 | detail;
        if (!transitions.contains(key)) {
            transitions.put(key, states.number(next.get()));
        }
        return (int) transitions.get(key);
    }
}
