package dev.redlock.runtime;

import dev.redlock.internal.Check;
import dev.redlock.node.Claim;
import dev.redlock.node.LockNode;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Refused;
import dev.redlock.protocol.Standing.Unreachable;
import dev.redlock.runtime.Seats.Seat;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client of the cluster: the nodes, what it has seen of them, and everything it has under way. */
public final class Engine {
    private static final Duration DEBT_RETRY = Duration.ofSeconds(1);

    /** How often leases that expired without ever being released are looked for; a caller may drop one, we may not leak. */
    private static final int PRUNE_EVERY = 1024;

    private final List<LockNode> nodes;
    private final Environment environment;
    private final EngineEvents events;
    private final Roster roster;
    private final LocalQueue queue = new LocalQueue();
    private final Watches watches;
    private final ReleaseDebts debts;
    private final AtomicBoolean debtRetryPlanned = new AtomicBoolean();
    private final AtomicLong highestSeen = new AtomicLong();
    private final String ticket;
    private final AtomicBoolean watchesTicket = new AtomicBoolean();
    private final Rivals rivals = new Rivals();
    private final Gate gate;
    private final Map<String, HeldLease> holders = new ConcurrentHashMap<>();
    private final Set<Acquisition> acquisitions = ConcurrentHashMap.newKeySet();
    private final Set<HeldLease> leases = ConcurrentHashMap.newKeySet();
    private final AtomicLong grants = new AtomicLong();
    private volatile boolean closed;

    public Engine(List<LockNode> nodes, Environment environment, Admission admission, EngineEvents events) {
        this.nodes = List.copyOf(nodes);
        this.environment = environment;
        this.events = events;
        this.ticket = environment.holderIds().get();
        this.roster = new Roster(this.nodes, environment, admission, new RosterOwner());
        this.watches = new Watches(this.nodes);
        this.debts = new ReleaseDebts(nodes.size());
        this.gate = new Gate(roster, nodes.size());
    }

    /** Lets the nodes forget the tokens of single names from time to time, so that names do not pile up there. */
    public void rotateEvery(Duration retention) {
        // Several times as often, because the clients of a cluster come and go; the nodes know when it is time.
        Duration pause =
                retention.dividedBy(8).plusNanos((long) (retention.dividedBy(8).toNanos() * random()));
        environment.timers().schedule(pause, () -> {
            for (int node = 0; node < nodes.size(); node++) {
                send(node, new NodeRequest.Rotate(retention), reply -> {});
            }
            rotateEvery(retention);
        });
    }

    private double random() {
        return environment.random().getAsDouble();
    }

    /** From now on, so that this client changes nothing about which nodes vote. */
    public void admitNobody() {
        roster.admitNobody();
    }

    /** Connects; completes when every node has either been judged or could not be reached. */
    public CompletableFuture<Void> open() {
        roster.open();
        return roster.settled();
    }

    public Acquisition acquire(Order order) {
        if (closed) {
            throw new IllegalStateException("this Redlock is closed");
        }
        Acquisition acquisition = new Acquisition(this, order);
        acquisitions.add(acquisition);
        acquisition.start();
        if (closed) {
            acquisition.cancel();
        }
        return acquisition;
    }

    /** Asks every node; the answers are by node, and a node that cannot be asked has {@link Failed}. */
    public CompletableFuture<List<NodeReply>> askAll(NodeRequest request, Duration timeout) {
        NodeReply silent = new Failed(Cause.TIMED_OUT, "no answer in time");
        List<CompletableFuture<NodeReply>> answers = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            CompletableFuture<NodeReply> answer = new CompletableFuture<>();
            answers.add(answer);
            send(node, request, answer::complete);
        }
        var timer = environment.timers().schedule(timeout, () -> answers.forEach(answer -> answer.complete(silent)));
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(unused -> {
                    timer.cancel();
                    return answers.stream().map(CompletableFuture::join).toList();
                });
    }

    /**
     * Gives back what is held and ends everything.
     *
     * @return completes when all releases are confirmed and all connections are closed; who waits should have a limit
     */
    public CompletableFuture<Void> close() {
        closed = true;
        roster.retire();
        acquisitions.forEach(Acquisition::cancel);
        CompletableFuture<?>[] releases =
                leases.stream().map(lease -> lease.end(Loss.CLOSED)).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(releases).thenCompose(unused -> closeNodes());
    }

    public CompletableFuture<Void> closeNodes() {
        return CompletableFuture.allOf(
                nodes.stream().map(node -> node.close().toCompletableFuture()).toArray(CompletableFuture<?>[]::new));
    }

    public List<NodeId> nodeIds() {
        return nodes.stream().map(LockNode::id).toList();
    }

    public Standing standing(int node) {
        return roster.seat(node).standing();
    }

    public Tick now() {
        return environment.ticker().now();
    }

    /** Whether nothing is held, waited for or owed. For tests of what is left behind. */
    public boolean isIdle() {
        return acquisitions.isEmpty() && leases.isEmpty() && queue.isEmpty() && debts.isEmpty();
    }

    int size() {
        return nodes.size();
    }

    int quorum() {
        return Ballot.quorumOf(nodes.size());
    }

    Environment environment() {
        return environment;
    }

    EngineEvents events() {
        return events;
    }

    LocalQueue queue() {
        return queue;
    }

    Watches watches() {
        return watches;
    }

    void finished(Acquisition acquisition) {
        acquisitions.remove(acquisition);
    }

    Rivals rivals() {
        return rivals;
    }

    Gate gate() {
        return gate;
    }

    /** Under which this client waits in line. From the first use on, it is heard when its turn comes. */
    String ticket() {
        if (watchesTicket.compareAndSet(false, true)) {
            nodes.forEach(node -> node.watch(ticket));
        }
        return ticket;
    }

    /** The vote of this node is kept for us: for whoever wants it here, if anybody still does. */
    void onInvitation(int node, String name) {
        if (queue.atTurn(name) instanceof Acquisition next) {
            next.onInvitation(node);
        } else {
            leaveLine(node, List.of(name));
        }
    }

    void leaveLine(int node, List<String> names) {
        send(node, new NodeRequest.LeaveLine(names, ticket), reply -> {});
    }

    void granted(HeldLease lease) {
        leases.add(lease);
        lease.names().forEach(name -> holders.put(name, lease));
        if (grants.incrementAndGet() % PRUNE_EVERY == 0) {
            leases.removeIf(HeldLease::isForgotten);
            holders.values().removeIf(HeldLease::isForgotten);
        }
    }

    /** A valid lease of this client that has one of these names; null if there is none. */
    @Nullable
    HeldLease heldHere(List<String> names) {
        for (String name : names) {
            HeldLease lease = holders.get(name);
            if (lease != null && lease.isValid()) {
                return lease;
            }
        }
        return null;
    }

    /** The lease is over, and its release, if any, is on its way: whoever waits for it here may follow behind. */
    void letGo(HeldLease lease) {
        for (String name : lease.names()) {
            if (holders.remove(name, lease) && queue.atTurn(name) instanceof Acquisition next) {
                next.onLocalRelease();
            }
        }
    }

    void finished(HeldLease lease) {
        leases.remove(lease);
    }

    /** One more than any value seen anywhere: that keeps the nodes in step, also for names that were never used. */
    long proposal() {
        return highestSeen.incrementAndGet();
    }

    /** Sends to a node that may be asked; otherwise answers in its place. */
    void send(int node, NodeRequest request, Consumer<? super NodeReply> onReply) {
        Seat seat = roster.seat(node);
        Session session = seat.session();
        Optional<Failed> veto = veto(seat.standing(), request);
        if (veto.isPresent() || session == null) {
            onReply.accept(veto.orElseGet(() -> new Failed(Cause.NOT_CONNECTED, "not connected")));
            return;
        }
        session.send(request, reply -> {
            if (isScriptMissing(reply) && !needsVote(request)) {
                // Nothing was carried out, and the adapter sends the whole script the next time. What is about a vote
                // is
                // sent again by its round, which knows whether the vote has been given back in the meantime.
                session.send(request, second -> deliver(node, session, second, onReply));
            } else {
                deliver(node, session, reply, onReply);
            }
        });
    }

    private void deliver(int node, Session session, NodeReply reply, Consumer<? super NodeReply> onReply) {
        roster.observe(node, session, reply);
        onReply.accept(reply);
    }

    static boolean isScriptMissing(NodeReply reply) {
        return reply instanceof Failed failed && failed.cause() == Cause.SCRIPT_MISSING;
    }

    /** Gives back the votes at these nodes; what a node does not confirm is tried again until the votes have ended. */
    void release(int node, NodeRequest.Release request, Tick votesGone, Consumer<? super NodeReply> onReply) {
        send(node, request, reply -> {
            if (reply instanceof Failed) {
                owe(node, request.claim(), votesGone);
            }
            onReply.accept(reply);
        });
    }

    private void owe(int node, Claim claim, Tick votesGone) {
        if (now().isBefore(votesGone)) {
            debts.add(node, claim, votesGone);
            if (debtRetryPlanned.compareAndSet(false, true)) {
                environment.timers().schedule(DEBT_RETRY, this::payAllDebts);
            }
        }
    }

    private void payAllDebts() {
        debtRetryPlanned.set(false);
        for (int node = 0; node < nodes.size(); node++) {
            payDebts(node);
        }
    }

    private void payDebts(int node) {
        debts.take(node, now())
                .forEach((claim, votesGone) -> release(node, new NodeRequest.Release(claim), votesGone, reply -> {}));
    }

    private static boolean needsVote(NodeRequest request) {
        return request instanceof NodeRequest.OfClaim && !(request instanceof NodeRequest.Release);
    }

    private Optional<Failed> veto(Standing standing, NodeRequest request) {
        if (!needsVote(request) || standing instanceof Admitted) {
            return Optional.empty();
        }
        if (standing instanceof Unreachable unreachable) {
            return Optional.of(new Failed(Cause.NOT_CONNECTED, unreachable.cause()));
        }
        if (standing instanceof Refused refused) {
            return Optional.of(new Failed(Cause.REFUSED, refused.why()));
        }
        if (standing instanceof Quarantined quarantined) {
            long seconds = Math.max(1, now().until(quarantined.until()).toSeconds());
            return Optional.of(new Failed(Cause.QUARANTINED, quarantined.why() + "; may vote in " + seconds + " s"));
        }
        return Optional.of(new Failed(Cause.QUARANTINED, "its records are being looked at"));
    }

    private final class RosterOwner implements Roster.Owner {
        @Override
        public void sawValue(long value) {
            Check.invariant(value >= 0, "negative token %d", value);
            if (value > highestSeen.get()) {
                highestSeen.accumulateAndGet(value, Math::max);
            }
        }

        @Override
        public long highestSeen() {
            return highestSeen.get();
        }

        @Override
        public void connected(int node) {
            payDebts(node);
        }

        @Override
        public void released(int node, String nameOrTicket, String holderOrName) {
            if (nameOrTicket.equals(ticket)) {
                onInvitation(node, holderOrName);
            } else if (queue.atTurn(nameOrTicket) instanceof Acquisition acquisition) {
                acquisition.onNotice(node, holderOrName);
            }
        }

        @Override
        public void changed(int node, Standing before, Standing now) {
            events.nodeChanged(nodes.get(node).id(), before, now);
        }
    }
}
