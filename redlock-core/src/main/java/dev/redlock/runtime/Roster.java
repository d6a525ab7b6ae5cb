package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Knowledge;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Admissible;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Served;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.protocol.Standing.Unreachable;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which nodes may vote, and lets them.
 *
 * <p>What is known of the nodes changes in a mailbox; who may vote is read by every request. A seat binds the standing to
 * the session in which it was found out, so that nothing is sent to a server process on the strength of another one.
 */
final class Roster {
    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    /** How often a node that may not vote is looked at again: somebody else may have admitted it or mended the set-up. */
    private static final Duration RECHECK = Duration.ofMillis(500);

    private final List<LockNode> nodes;
    private final Environment environment;
    private Admission admission;
    private final Owner owner;
    private final Mailbox mailbox = new Mailbox(failure -> LOG.error("Judging the nodes failed.", failure));

    private final AtomicReferenceArray<Seat> seats;
    private final List<Knowledge> known = new ArrayList<>();
    private final Rechecks rechecks;
    private final Inquiries inquiries = new Inquiries(this::onConclusion);
    /** Nodes that could not be admitted, until they are looked at again: what just failed must not be tried at once. */
    private final Set<Integer> postponed = new HashSet<>();

    private boolean retired;

    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    /** Who is told of what the roster hears. */
    interface Owner {
        /** A node mentioned a token value. */
        void sawValue(long value);

        /** Requests can be sent to this node again. */
        void connected(int node);

        void released(int node, String name, String holder);

        void changed(int node, Standing before, Standing now);
    }

    /** A node as requests see it. */
    record Seat(@Nullable Session session, Standing standing) {}

    Roster(List<LockNode> nodes, Environment environment, Admission admission, Owner owner) {
        this.nodes = nodes;
        this.environment = environment;
        this.admission = admission;
        this.owner = owner;
        this.seats = new AtomicReferenceArray<>(nodes.size());
        this.rechecks = new Rechecks(environment, node -> mailbox.post(() -> recheck(node)));
        Tick now = environment.ticker().now();
        for (int node = 0; node < nodes.size(); node++) {
            seats.set(node, new Seat(null, new Unreachable("not connected yet")));
            known.add(Knowledge.none(now));
        }
    }

    void open() {
        for (int index = 0; index < nodes.size(); index++) {
            nodes.get(index).open(new NodeObserver(index));
        }
    }

    /** Admits nobody from now on: while connections are being closed, nodes that know better look as if they were gone. */
    void retire() {
        mailbox.post(() -> retired = true);
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
                seats.set(node, new Seat(session, new Undecided()));
                learn(node, facts);
                judgeAll();
                owner.connected(node);
            });
        }

        @Override
        public void disconnected(String cause) {
            mailbox.post(() -> {
                known.set(node, known.get(node).parted(environment.ticker().now()));
                seat(node, null, new Unreachable(cause));
                postponed.remove(node);
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
        NodeFacts facts = known.get(node).facts();
        if (seats.get(node).session() == session
                && facts != null
                && facts.admission().isPresent()) {
            learn(node, facts.withAdmission(Optional.empty()));
            judgeAll();
        }
    }

    private void learn(int node, NodeFacts facts) {
        facts.admission().ifPresent(stored -> {
            owner.sawValue(stored.high());
            allowFor(stored.maxTtl());
        });
        known.set(node, known.get(node).met(facts, environment.ticker().now()));
    }

    private void allowFor(Duration ttl) {
        Admission allowing = admission.allowingFor(ttl);
        if (!allowing.equals(admission)) {
            admission = allowing;
            // What was reckoned with a shorter ttl ends too early, so it must not count as the better estimate.
            for (int node = 0; node < nodes.size(); node++) {
                Seat seat = seats.get(node);
                if (seat.standing() instanceof Quarantined || seat.standing() instanceof Served) {
                    seats.set(node, new Seat(seat.session(), new Undecided()));
                }
            }
        }
    }

    private void judgeAll() {
        Tick now = environment.ticker().now();
        for (int node = 0; node < nodes.size(); node++) {
            Session session = seats.get(node).session();
            if (session != null) {
                Standing before = seats.get(node).standing();
                Standing standing = patient(node, steady(before, admission.judge(node, known, now), now));
                seat(node, session, standing);
                if (standing instanceof Admissible && !(before instanceof Admissible)) {
                    admit(node, session);
                } else if (standing instanceof Served && !inquiries.isUnderWay(node)) {
                    askAround(node);
                } else if (!(standing instanceof Admitted)) {
                    rechecks.plan(node, untilRecheck(standing, now));
                }
            }
        }
        settleIfDone();
    }

    /** The start of a process is known to the second only; of several estimates, all too late, the earliest is best. */
    private static Standing steady(Standing before, Standing judged, Tick now) {
        if (before instanceof Admissible && judged instanceof Served) {
            return before;
        }
        boolean isSame = before instanceof Quarantined earlier
                && judged instanceof Quarantined later
                && earlier.why().equals(later.why())
                && earlier.until().isBefore(later.until());
        if (!isSame) {
            return judged;
        }
        return now.isBefore(((Quarantined) before).until()) ? before : new Served();
    }

    private Standing patient(int node, Standing judged) {
        boolean isWaiting = judged instanceof Admissible || judged instanceof Served;
        return isWaiting && (retired || postponed.contains(node)) ? new Undecided() : judged;
    }

    private static Duration untilRecheck(Standing standing, Tick now) {
        if (standing instanceof Quarantined quarantined) {
            Duration left = now.until(quarantined.until());
            return left.compareTo(RECHECK) < 0 ? left : RECHECK;
        }
        return RECHECK;
    }

    /** A client with a longer ttl may have come since the others were last asked; they have been told. */
    private void askAround(int node) {
        List<Integer> others = IntStream.range(0, nodes.size())
                .filter(other -> other != node && seats.get(other).session() != null)
                .boxed()
                .toList();
        inquiries.begin(node, others);
        others.forEach(other -> readFacts(other, answered -> inquiries.heard(node, other, answered)));
    }

    private void onConclusion(int node, boolean complete) {
        Seat seat = seats.get(node);
        if (seat.session() == null || !(seat.standing() instanceof Served) || retired) {
            return;
        }
        if (complete) {
            seat(node, seat.session(), new Admissible());
            admit(node, seat.session());
        } else {
            postpone(node, seat.session());
        }
    }

    private void postpone(int node, Session session) {
        postponed.add(node);
        seat(node, session, new Undecided());
        rechecks.plan(node, RECHECK);
    }

    private void admit(int node, Session session) {
        NodeFacts facts = known.get(node).facts();
        if (facts == null) {
            return;
        }
        session.send(
                new NodeRequest.Admit(facts.runId(), nodes.size(), admission.longestTtl()),
                reply -> mailbox.post(() -> {
                    if (seats.get(node).session() != session) {
                        return;
                    }
                    if (reply instanceof NodeReply.Admitted admitted) {
                        var stored = new NodeFacts.Admission(
                                facts.runId(), nodes.size(), admitted.high(), admission.longestTtl());
                        learn(node, facts.withAdmission(Optional.of(stored)));
                        judgeAll();
                    } else {
                        LOG.warn(
                                "Node {} could not be admitted: {}",
                                nodes.get(node).id(),
                                reply);
                        postpone(node, session);
                    }
                }));
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
        Session session = seats.get(node).session();
        if (session == null) {
            return;
        }
        session.send(
                new NodeRequest.ReadFacts(),
                reply -> mailbox.post(() -> {
                    if (seats.get(node).session() == session) {
                        if (reply instanceof NodeReply.Facts read) {
                            learn(node, read.facts());
                        }
                        judgeAll();
                        afterwards.accept(reply instanceof NodeReply.Facts);
                    }
                }));
    }

    private void seat(int node, @Nullable Session session, Standing standing) {
        Standing before = seats.get(node).standing();
        seats.set(node, new Seat(session, standing));
        boolean isRefinement = before instanceof Quarantined earlier
                && standing instanceof Quarantined later
                && earlier.why().equals(later.why());
        if (!before.equals(standing) && !isRefinement) {
            owner.changed(node, before, standing);
        }
    }

    private void settleIfDone() {
        for (int node = 0; node < nodes.size(); node++) {
            Standing standing = seats.get(node).standing();
            if (!known.get(node).tried() || standing instanceof Admissible || standing instanceof Served) {
                return;
            }
        }
        settled.complete(null);
    }
}
