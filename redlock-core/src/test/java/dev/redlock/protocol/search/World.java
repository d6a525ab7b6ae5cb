package dev.redlock.protocol.search;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.protocol.search.Contender.Link;
import dev.redlock.protocol.search.Contender.Phase;
import dev.redlock.protocol.search.ModelNode.Answered;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Everything that decides what can happen next. Equal worlds have equal futures, so that each is looked at once. */
record World(List<ModelNode> nodes, List<Contender> contenders) {

    /*
     * What has no event of its own, and why nothing is missed
     * -------------------------------------------------------
     * The end of a vote: it shows only in what the node does next, so that it happens there, before any request or not.
     * A release: it is the end of a vote.
     * The loss of a message: it is a message that never arrives, and nothing here has to arrive.
     * A caller who gives up: it leaves behind what a timeout leaves behind.
     * B starting before A: the two differ in nothing but the name.
     */

    private static final Failed CUT = new Failed(Failed.Cause.DISCONNECTED, "the connection was lost");

    /** Told each world that may be next, and what happened on the way there. */
    interface Visitor {
        void visit(World next, String who, String event, int node);
    }

    static final int NO_NODE = -1;

    void successors(long proposal, Flaw flaw, Visitor visitor) {
        for (int index = 0; index < contenders.size(); index++) {
            Contender contender = contenders.get(index);
            if (contender.phase() == Phase.WAITING && isTurnOf(index)) {
                Contender trying = contender.start(proposal, largestToken(), flaw);
                visitor.visit(withContender(index, trying), contender.name(), "starts", NO_NODE);
            } else if (contender.phase() == Phase.TRYING) {
                visitor.visit(withContender(index, contender.timeOut(flaw)), contender.name(), "times out", NO_NODE);
            }
            for (int node = 0; node < nodes.size(); node++) {
                moveMessages(index, node, flaw, visitor);
            }
        }
    }

    private void moveMessages(int index, int node, Flaw flaw, Visitor visitor) {
        Contender contender = contenders.get(index);
        Link link = contender.links().get(node);
        NodeReply reply = link.reply();
        if (link.awaitsNode()) {
            ModelNode present = nodes.get(node);
            visitor.visit(served(index, node, present, flaw), contender.name(), "is served", node);
            if (present.hasVoted()) {
                World freed = served(index, node, present.voteEnds(flaw), flaw);
                visitor.visit(freed, contender.name(), "is served after the vote has ended", node);
            }
        }
        if (reply != null) {
            Contender told = contender.hear(node, reply, Link.IDLE, flaw);
            visitor.visit(withContender(index, told), contender.name(), "hears", node);
        }
        if (link.heard()) {
            Contender cut = contender.hear(node, CUT, link.abandoned(), flaw);
            visitor.visit(withContender(index, cut), contender.name(), "is cut off", node);
        }
    }

    private World served(int index, int node, ModelNode present, Flaw flaw) {
        Contender contender = contenders.get(index);
        Link link = contender.links().get(node);
        Answered answered = present.execute(Objects.requireNonNull(link.request()), flaw);
        Contender waiting = contender.withLink(node, link.answered(answered.reply()));
        return withNode(node, answered.node()).withContender(index, waiting);
    }

    /** Tokens are the winners' alone, and larger than every token that was won before the winner started. */
    boolean isSafe() {
        Set<Long> tokens = new HashSet<>();
        for (Contender one : contenders) {
            if (one.phase() == Phase.WON && !(tokens.add(one.token()) && one.token() > one.mustExceed())) {
                return false;
            }
        }
        return true;
    }

    boolean haveAllWon() {
        return count(Phase.WON) == contenders.size();
    }

    /** What is promised about two winners cannot be broken any more when there are fewer who have won or may win. */
    boolean isSettled() {
        return contenders.size() - count(Phase.LOST) < 2;
    }

    /** The same world, made of contenders that equal worlds have in common: they are large, and there are few. */
    World sharing(Map<Contender, Contender> pool) {
        List<Contender> shared = new ArrayList<>(contenders.size());
        for (Contender one : contenders) {
            shared.add(pool.computeIfAbsent(one, same -> same));
        }
        return new World(nodes, List.copyOf(shared));
    }

    private int count(Phase phase) {
        int count = 0;
        for (Contender one : contenders) {
            count += one.phase() == phase ? 1 : 0;
        }
        return count;
    }

    private boolean isTurnOf(int index) {
        return contenders.subList(0, index).stream().noneMatch(one -> one.phase() == Phase.WAITING);
    }

    private long largestToken() {
        return contenders.stream().mapToLong(Contender::token).max().orElse(0);
    }

    private World withNode(int index, ModelNode node) {
        return new World(replaced(nodes, index, node), contenders);
    }

    private World withContender(int index, Contender contender) {
        return new World(nodes, replaced(contenders, index, contender));
    }

    private static <T> List<T> replaced(List<T> list, int index, T item) {
        List<T> copy = new ArrayList<>(list);
        copy.set(index, item);
        return List.copyOf(copy);
    }
}
