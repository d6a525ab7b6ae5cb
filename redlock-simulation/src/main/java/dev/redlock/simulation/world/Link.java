package dev.redlock.simulation.world;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeRequest;
import dev.redlock.simulation.plan.NetworkPlan;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The way from a client to a node: connects, connects again, and is slow or interrupted as the plan says. */
final class Link implements LockNode {
    private static final long FIRST_RETRY = 50_000_000;
    private static final long LONGEST_RETRY = 2_000_000_000;
    private static final long CONNECT_TIMEOUT = 1_000_000_000;
    private static final long HEARTBEAT = 2_000_000_000;
    private static final long STALL_TIMEOUT = 5_000_000_000L;

    private final NodeId id;
    private final Server server;
    private final Schedule schedule;
    private final Life process;
    private final NetworkPlan network;
    private final SplittableRandom random;
    private final Owner owner;
    private final long steadyDelay;
    private final Set<String> watched = new LinkedHashSet<>();
    private @Nullable Observer observer;
    private @Nullable Connection current;
    private long requestsHeldUntil;
    private long repliesHeldUntil;
    private int failures;
    private boolean hasFailed;
    private long connectedAt;
    // Whether nothing of an earlier connection can arrive any more.
    private boolean isClean = true;

    Link(Server server, Schedule schedule, Life process, Wiring wiring) {
        this.id = new NodeId(server.index(), "n" + server.index());
        this.server = server;
        this.schedule = schedule;
        this.process = process;
        this.network = wiring.network();
        this.random = wiring.random();
        this.owner = wiring.owner();
        this.steadyDelay = wiring.steadyDelay();
    }

    /**
     * What a link is made of.
     *
     * @param steadyDelay of every message, if the network is steady
     */
    record Wiring(NetworkPlan network, long steadyDelay, SplittableRandom random, Owner owner) {}

    /** Told of what passes. */
    interface Owner {
        void sent(NodeRequest request);

        /** Something that was sent then is about to be carried out. */
        void arrives(NodeRequest request, long sentAt);

        /** The node can be reached again, and nothing is on its way from before. */
        void reconnected();
    }

    Life process() {
        return process;
    }

    long requestsHeldUntil() {
        return requestsHeldUntil;
    }

    long repliesHeldUntil() {
        return repliesHeldUntil;
    }

    void holdRequests(long nanos) {
        requestsHeldUntil = Math.max(requestsHeldUntil, schedule.now() + nanos);
    }

    void holdReplies(long nanos) {
        repliesHeldUntil = Math.max(repliesHeldUntil, schedule.now() + nanos);
    }

    /** Whether the same connection has worked all the time, and the node at its other end, too. */
    boolean isUntroubledSince(long since) {
        long trouble = Math.max(Math.max(requestsHeldUntil, repliesHeldUntil), server.troubledUntil());
        return current != null && !current.isBroken() && connectedAt <= since && trouble < since;
    }

    /** As before, or not connected only because that takes a while. */
    boolean couldBeUsedSince(long since) {
        long trouble = Math.max(Math.max(requestsHeldUntil, repliesHeldUntil), server.troubledUntil());
        return hasFailed ? isUntroubledSince(since) : server.isUp() && trouble < since;
    }

    void calm() {
        requestsHeldUntil = Math.min(requestsHeldUntil, schedule.now());
        repliesHeldUntil = Math.min(repliesHeldUntil, schedule.now());
    }

    /** Most messages are fast and a few are slow, as in real networks. */
    long delay() {
        if (network.steady()) {
            return steadyDelay;
        }
        double skewed = random.nextDouble();
        return network.fastest() + (long) (network.spread() * skewed * skewed * skewed);
    }

    long longDelay() {
        return random.nextLong(500_000_000);
    }

    void sent(NodeRequest request) {
        owner.sent(request);
    }

    void arrives(NodeRequest request, long sentAt) {
        owner.arrives(request, sentAt);
    }

    @Override
    public NodeId id() {
        return id;
    }

    @Override
    public void open(Observer newObserver) {
        observer = newObserver;
        connect();
    }

    @Override
    public void watch(String name) {
        if (watched.add(name) && current != null) {
            current.subscribe(name);
        }
    }

    @Override
    public void unwatch(String name) {
        if (watched.remove(name) && current != null) {
            current.unsubscribe(name);
        }
    }

    @Override
    public CompletionStage<Void> close() {
        process.end();
        return CompletableFuture.completedFuture(null);
    }

    private void connect() {
        schedule.in(process, schedule.now() + delay(), () -> {
            boolean held = Math.max(requestsHeldUntil, repliesHeldUntil) > schedule.now();
            if (held || !server.isUp() || server.frozenUntil() > schedule.now()) {
                hasFailed = true;
                schedule.in(process, schedule.now() + (server.isUp() ? CONNECT_TIMEOUT : 0), this::onFailure);
                return;
            }
            Connection opened = new Connection(this, server, schedule);
            server.accept(opened);
            NodeFacts facts = server.facts();
            schedule.in(process, schedule.now() + delay(), () -> adopt(opened, facts));
        });
    }

    private void adopt(Connection opened, NodeFacts facts) {
        if (opened.isBroken()) {
            onFailure();
            return;
        }
        current = opened;
        connectedAt = schedule.now();
        failures = 0;
        watched.forEach(opened::subscribe);
        if (observer != null) {
            observer.connected(opened, facts);
        }
        heartbeatLater(opened);
        if (isClean) {
            owner.reconnected();
        }
    }

    private void heartbeatLater(Connection of) {
        schedule.in(process, schedule.now() + HEARTBEAT, () -> {
            if (current == of && !of.isBroken()) {
                if (of.isStalled(STALL_TIMEOUT)) {
                    of.breakUp(Connection.Fate.ARRIVING);
                } else {
                    heartbeatLater(of);
                }
            }
        });
    }

    void cut(Connection.Fate fate) {
        if (current != null) {
            current.breakUp(fate);
        }
    }

    void onNotice(String name, String holder) {
        if (observer != null) {
            observer.released(name, holder);
        }
    }

    void onEnd(Connection ended) {
        isClean &= ended.hasDroppedAll();
        if (current == ended) {
            current = null;
            onFailure();
        }
    }

    private void onFailure() {
        hasFailed = true;
        if (observer != null) {
            observer.disconnected("a simulated failure");
        }
        long grown = Math.min(FIRST_RETRY << Math.min(failures++, 6), LONGEST_RETRY);
        schedule.in(process, schedule.now() + grown / 2 + random.nextLong(grown / 2), this::connect);
    }
}
