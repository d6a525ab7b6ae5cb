package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.RetrySchedule;
import dev.redlock.protocol.Standing;
import dev.redlock.runtime.Acquisition.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** One client of a {@link TestCluster}: an engine, and what it said. */
final class TestClient implements EngineEvents {
    static final Duration TTL = Duration.ofSeconds(9);
    static final Duration DRIFT = Duration.ofMillis(90);
    static final Duration NODE_TIMEOUT = Duration.ofSeconds(1);
    static final Duration NO_PATIENCE = Duration.ZERO;
    private static final LeaseTerms TERMS = new LeaseTerms(TTL, DRIFT, Duration.ZERO, NODE_TIMEOUT);
    private static final RetrySchedule RETRY = new RetrySchedule(Duration.ofMillis(100), Duration.ofSeconds(1));

    final Engine engine;
    final CompletableFuture<Void> opened;
    final List<String> events = new ArrayList<>();
    private final List<GatedNode> nodes;

    TestClient(List<GatedNode> nodes, Environment environment, Admission admission) {
        this.nodes = nodes;
        engine = new Engine(List.<LockNode>copyOf(nodes), environment, admission, this);
        opened = engine.open();
    }

    GatedNode node(int index) {
        return nodes.get(index);
    }

    List<GatedNode> nodes() {
        return nodes;
    }

    static Order order(Duration patience, String... names) {
        return new Order(Stream.of(names).sorted().toList(), "owner", TERMS, patience, RETRY, Optional.empty());
    }

    static Order renewed(Duration maxHold, String... names) {
        return new Order(List.of(names), "owner", TERMS, NO_PATIENCE, RETRY, Optional.of(maxHold));
    }

    Acquisition acquire(Duration patience, String... names) {
        return engine.acquire(order(patience, names));
    }

    /** Takes a lock that is free. */
    HeldLease hold(String... names) {
        return lease(acquire(NO_PATIENCE, names));
    }

    HeldLease hold(Order order) {
        return lease(engine.acquire(order));
    }

    /** The lease that the caller must have been given by now. */
    static HeldLease lease(Acquisition acquisition) {
        Result result = resultOf(acquisition);
        if (result instanceof Result.Acquired acquired) {
            return acquired.lease();
        }
        throw new AssertionError("not acquired: " + result);
    }

    /** Why the caller must have been refused by now. */
    static Result.NotAcquired refusal(Acquisition acquisition) {
        Result result = resultOf(acquisition);
        if (result instanceof Result.NotAcquired refused) {
            return refused;
        }
        throw new AssertionError("acquired: " + result);
    }

    private static Result resultOf(Acquisition acquisition) {
        if (!acquisition.result().isDone()) {
            throw new AssertionError("still under way");
        }
        return acquisition.result().join();
    }

    static boolean isWaiting(Acquisition acquisition) {
        return !acquisition.result().isDone();
    }

    /** How many requests of this kind went to each node, if to all alike. */
    int sent(Class<? extends NodeRequest> kind) {
        List<Integer> counts = nodes.stream()
                .map(node -> node.requests(kind).size())
                .distinct()
                .toList();
        if (counts.size() != 1) {
            throw new AssertionError("the nodes were asked differently often: " + counts);
        }
        return counts.get(0);
    }

    @Override
    public void contended(List<String> names, Lost lost) {
        events.add("contended " + names + " " + lost.reason());
    }

    @Override
    public void failed(List<String> names, Lost lost, Duration waited) {
        events.add("failed " + names + " " + lost.reason());
    }

    @Override
    public void renewed(List<String> names, long token, Duration remaining) {
        events.add("renewed " + names);
    }

    @Override
    public void lost(List<String> names, long token, Loss loss) {
        events.add("lost " + names + " " + loss);
    }

    @Override
    public void released(List<String> names, long token, ReleaseRound.Outcome outcome, Duration held) {
        events.add("released " + names + " " + outcome);
    }

    @Override
    public void nodeChanged(NodeId node, Standing before, Standing now) {
        events.add(node + " " + now.getClass().getSimpleName());
    }
}
