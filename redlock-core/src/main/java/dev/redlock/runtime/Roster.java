package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Admissible;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Served;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.runtime.Seats.Seat;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out which nodes may vote, and lets them. What is known of the nodes changes in a mailbox. */
final class Roster {
    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    /** How often a node that may not vote is looked at again: somebody else may have admitted it or mended the set-up. */
    private static final Duration RECHECK = Duration.ofMillis(500);

    /**
     * How often a node that votes is looked at: it may have been told of longer ttls, and later, when it has forgotten them,
     * nobody else may be left to ask.
     */
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final List<LockNode> nodes;
    private final Environment environment;
    private final Owner owner;
    private final Mailbox mailbox = new Mailbox(failure -> LOG.error("Judging the nodes failed.", failure));

    private final Seats seats;
    private final Judge judge;
    private final Rechecks rechecks;
    private final Inquiries inquiries = new Inquiries(this::onConclusion);
    /** Nodes that could not be admitted, until they are looked at again: what just failed must not be tried at once. */
    private final Set<Integer> postponed = new HashSet<>();

    /** Nodes of which an answer will come that has to be known before anything is decided about them. */
    private final Set<Integer> underWay = new HashSet<>();

    private boolean retired;

    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    /** Who is told of what the roster hears. */
    interface Owner {
        /** A node mentioned a token value. */
        void sawValue(long value);

        /** The largest of all values that any node has mentioned. */
        long highestSeen();

        /** Requests can be sent to this node again. */
        void connected(int node);

        void released(int node, String name, String holder);

        void changed(int node, Standing before, Standing now);
    }

    Roster(List<LockNode> nodes, Environment environment, Admission admission, Owner owner) {
        this.nodes = nodes;
        this.environment = environment;
        this.owner = owner;
        this.seats = new Seats(nodes.size(), owner::changed);
        this.judge = new Judge(admission, nodes.size(), now());
        this.rechecks = new Rechecks(environment, node -> mailbox.post(() -> recheck(node)));
    }

    void open() {
        for (int index = 0; index < nodes.size(); index++) {
            nodes.get(index).open(new NodeObserver(index));
        }
    }

    /** Admits nobody from now on, and goes on looking. */
    void admitNobody() {
        mailbox.post(() -> retired = true);
    }

    /** Neither looks nor admits: while connections are being closed, nodes that know better look as if they were gone. */
    void retire() {
        mailbox.post(() -> {
            retired = true;
            rechecks.end();
        });
    }

    Seat seat(int node) {
        return seats.get(node);
    }

    /** Completes when every node has been tried once and nobody is being admitted. */
    CompletableFuture<Void> settled() {
        return settled;
    }

    /** Takes note of what an answer says about the node rather than about the lock. */
    void observe(int node, Session session, NodeReply reply) {
        if (reply instanceof NodeReply.Granted granted) {
            owner.sawValue(granted.value());
        } else if (reply instanceof NodeReply.Denied denied) {
            owner.sawValue(denied.current());
        } else if (reply instanceof Failed failed && failed.cause() == Cause.FORGOTTEN) {
            mailbox.post(() -> onForgotten(node, session));
        } else if (reply instanceof Failed failed && failed.cause() == Cause.ERROR) {
            // An error may mean that the server is another than it was: read-only since it was demoted, for example.
            mailbox.post(() -> rechecks.plan(node, RECHECK));
        }
    }

    private final class NodeObserver implements LockNode.Observer {
        private final int node;

        private NodeObserver(int node) {
            this.node = node;
        }

        @Override
        public void connected(Session session, NodeFacts facts) {
            mailbox.post(() -> {
                seats.connected(node, session);
                learn(node, facts);
                judgeAll();
                owner.connected(node);
            });
        }

        @Override
        public void disconnected(String cause) {
            mailbox.post(() -> {
                judge.parted(node, now());
                seats.disconnected(node, cause);
                postponed.remove(node);
                underWay.remove(node);
                judgeAll();
                inquiries.parted(node);
            });
        }

        @Override
        public void released(String name, String holder) {
            owner.released(node, name, holder);
        }
    }

    private void onForgotten(int node, Session session) {
        if (seats.session(node) == session) {
            judge.facts(node).filter(facts -> facts.admission().isPresent()).ifPresent(facts -> {
                learn(node, facts.withAdmission(Optional.empty()));
                judgeAll();
            });
        }
    }

    private void learn(int node, NodeFacts facts) {
        facts.admission().ifPresent(stored -> owner.sawValue(stored.high()));
        if (judge.met(node, facts, now())) {
            // What was reckoned with a shorter ttl ends too early, so it must not count as the better estimate.
            IntStream.range(0, nodes.size())
                    .filter(other ->
                            seats.standing(other) instanceof Quarantined || seats.standing(other) instanceof Served)
                    .forEach(seats::reopen);
        }
    }

    /** Leaves a mark at nodes that have no records, so that it can be told if they lose them again. */
    private void markBareNodes() {
        for (int index = 0; index < nodes.size(); index++) {
            int node = index;
            Session session = seats.session(node);
            NodeFacts facts = judge.facts(node).filter(Roster::isBare).orElse(null);
            if (session != null && facts != null && !retired && underWay.add(node)) {
                session.send(
                        new NodeRequest.Mark(environment.holderIds().get()),
                        reply -> mailbox.post(() -> {
                            if (seats.session(node) == session && underWay.remove(node)) {
                                onMarkReply(node, facts, reply);
                            }
                        }));
            }
        }
    }

    private static boolean isBare(NodeFacts facts) {
        return facts.recorded().isEmpty() && facts.objections().isEmpty();
    }

    private void onMarkReply(int node, NodeFacts facts, NodeReply reply) {
        boolean isStillBare = judge.facts(node).filter(Roster::isBare).isPresent();
        if (isStillBare
                && reply instanceof NodeReply.Marked marked
                && marked.mark().isPresent()) {
            learn(node, facts.withMark(marked.mark().get()));
            judgeAll();
        } else if (reply instanceof NodeReply.Marked) {
            readFacts(node, answered -> {});
        } else {
            postpone(node);
        }
        settleIfDone();
    }

    private void judgeAll() {
        markBareNodes();
        Tick now = now();
        for (int node = 0; node < nodes.size(); node++) {
            if (seats.session(node) != null) {
                Standing before = seats.standing(node);
                Standing standing = patient(node, judge.judge(node, before, now));
                seats.judged(node, standing);
                if (standing instanceof Admissible && !(before instanceof Admissible)) {
                    admit(node);
                } else if (standing instanceof Served && !inquiries.isUnderWay(node)) {
                    askAround(node);
                } else {
                    rechecks.plan(node, untilRecheck(standing, now));
                }
            }
        }
        settleIfDone();
    }

    private Standing patient(int node, Standing judged) {
        boolean isWaiting = judged instanceof Admissible || judged instanceof Served;
        boolean mustWait = retired || postponed.contains(node) || underWay.contains(node);
        return isWaiting && mustWait ? new Undecided() : judged;
    }

    private static Duration untilRecheck(Standing standing, Tick now) {
        if (standing instanceof Quarantined quarantined) {
            Duration left = now.until(quarantined.until());
            return left.compareTo(RECHECK) < 0 ? left : RECHECK;
        }
        return standing instanceof Admitted ? LOOK : RECHECK;
    }

    /** A client with a longer ttl may have come since the others were last asked; they have been told. */
    private void askAround(int node) {
        List<Integer> others = IntStream.range(0, nodes.size())
                .filter(other -> other != node && seats.session(other) != null)
                .boxed()
                .toList();
        inquiries.begin(node, others);
        others.forEach(other -> readFacts(other, answered -> inquiries.heard(node, other, answered)));
    }

    private void onConclusion(int node, boolean complete) {
        if (seats.session(node) == null || !(seats.standing(node) instanceof Served) || retired) {
            return;
        }
        if (complete) {
            seats.judged(node, new Admissible());
            admit(node);
        } else {
            postpone(node);
        }
    }

    private void postpone(int node) {
        postponed.add(node);
        seats.judged(node, new Undecided());
        rechecks.plan(node, RECHECK);
    }

    private void admit(int node) {
        Session session = seats.session(node);
        NodeFacts facts = judge.facts(node).orElse(null);
        if (session == null || facts == null) {
            return;
        }
        var wanted = new NodeFacts.Admission(facts.runId(), nodes.size(), owner.highestSeen(), judge.longestTtl());
        session.send(
                new NodeRequest.Admit(facts.recorded(), wanted),
                reply -> mailbox.post(() -> {
                    if (seats.session(node) == session) {
                        onAdmissionReply(node, reply);
                    }
                }));
    }

    private void onAdmissionReply(int node, NodeReply reply) {
        if (reply instanceof NodeReply.Admitted admitted) {
            owner.sawValue(admitted.high());
            // Others may have admitted it at the same moment, with longer ttls, which we have to know before we rely on
            // it.
            seats.judged(node, new Undecided());
            underWay.add(node);
            readFacts(node, answered -> {
                underWay.remove(node);
                judgeAll();
            });
        } else {
            LOG.warn("Node {} could not be admitted: {}", nodes.get(node).id(), reply);
            postpone(node);
        }
    }

    private void recheck(int node) {
        rechecks.begun(node);
        postponed.remove(node);
        readFacts(node, answered -> {});
    }

    /**
     * Asks the node what it knows, unless there is no connection.
     *
     * @param afterwards told whether it has said so; not if the connection has ended
     */
    private void readFacts(int node, Consumer<Boolean> afterwards) {
        Session session = seats.session(node);
        if (session == null) {
            return;
        }
        session.send(
                new NodeRequest.ReadFacts(),
                reply -> mailbox.post(() -> {
                    if (seats.session(node) == session) {
                        if (reply instanceof NodeReply.Facts read) {
                            learn(node, read.facts());
                        }
                        judgeAll();
                        afterwards.accept(reply instanceof NodeReply.Facts);
                    }
                }));
    }

    private void settleIfDone() {
        for (int node = 0; node < nodes.size(); node++) {
            Standing standing = seats.standing(node);
            if (!judge.hasTried(node) || standing instanceof Admissible || standing instanceof Served) {
                return;
            }
        }
        if (!underWay.isEmpty()) {
            return;
        }
        settled.complete(null);
    }

    private Tick now() {
        return environment.ticker().now();
    }
}
