package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.protocol.RetrySchedule;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one node, in which nothing happens by itself: what is sent is carried out and answered when somebody delivers it,
 * and a timer goes off when somebody says so, as the threads of the connection and of the timer do.
 */
final class Rig implements Timers {
    static final Duration TTL = Duration.ofSeconds(3);
    private static final LeaseTerms TERMS = new LeaseTerms(TTL, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1));
    private static final RetrySchedule RETRY = new RetrySchedule(Duration.ofMillis(1), Duration.ofMillis(1));

    private final Runnable mayBeInterrupted;
    private final MemoryServer server = new MemoryServer("node", () -> new Tick(nanos()), () -> 1);
    private final ArrayDeque<Runnable> underWay = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nanos;
    private boolean held;
    private boolean askedBehindRelease;
    private int ids;
    private final Set<String> given = new HashSet<>();
    private final Wire wire = new Wire();
    final Engine engine;

    private static final class Timer implements Scheduled {
        private final long due;
        private final Runnable task;
        private boolean cancelled;

        private Timer(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    Rig(Runnable mayBeInterrupted) {
        this.mayBeInterrupted = mayBeInterrupted;
        Environment environment = new Environment(this::now, this, () -> 0.5, this::holderId, Runnable::run);
        engine = new Engine(List.of(wire), environment, new Admission(1, TTL, true), EngineEvents.NONE);
        engine.open();
    }

    /** From now on, nothing is answered until it is delivered. */
    void hold() {
        held = true;
    }

    Order order(Optional<Duration> maxHold) {
        return new Order(List.of("a"), "", TERMS, Duration.ofDays(400), RETRY, maxHold);
    }

    private Tick now() {
        mayBeInterrupted.run();
        return new Tick(nanos);
    }

    private long nanos() {
        return nanos;
    }

    private String holderId() {
        return String.format("%022d", ids++);
    }

    /** The connection's thread: the node carries out what comes next, and the answer comes in. */
    boolean deliver() {
        Runnable next;
        next = underWay.poll();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** The timer's thread: some time passes, and what is due is done. */
    void pass(Duration time) {
        List<Timer> due = new ArrayList<>();
        nanos += time.toNanos();
        for (Timer timer : List.copyOf(timers)) {
            if (timer.due <= nanos) {
                timers.remove(timer);
                due.add(timer);
            }
        }
        for (Timer timer : due) {
            if (!timer.cancelled) {
                timer.task.run();
            }
        }
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        mayBeInterrupted.run();
        Timer timer = new Timer(nanos + Math.max(0, delay.toNanos()), task);
        timers.add(timer);
        return timer;
    }

    @Override
    public void close() {}

    /** Delivers all that is left, and throws if anything is left behind after that. */
    void checkNothingIsLeft() {
        boolean isMore = true;
        while (isMore) {
            isMore = deliver();
        }
        if (askedBehindRelease || wire.hasVotes() || !engine.isIdle()) {
            throw new IllegalStateException("left behind: votes " + wire.hasVotes() + ", work " + !engine.isIdle()
                    + ", requests behind the release " + askedBehindRelease);
        }
    }

    private final class Wire implements LockNode, LockNode.Observer, LockNode.Session {
        private final MemoryNode node = new MemoryNode(new NodeId(0, "node"), server);
        private @Nullable Session session;
        private @Nullable NodeFacts facts;

        @Override
        public NodeId id() {
            return node.id();
        }

        @Override
        public void open(Observer observer) {
            node.open(this);
            observer.connected(this, Objects.requireNonNull(facts));
        }

        @Override
        public void send(NodeRequest request, Consumer<? super NodeReply> onReply) {
            mayBeInterrupted.run();
            if (request instanceof NodeRequest.Release release) {
                given.add(release.claim().holder());
            } else if (request instanceof NodeRequest.OfClaim ofClaim) {
                askedBehindRelease |= given.contains(ofClaim.claim().holder());
            }
            if (held) {
                underWay.add(() -> Objects.requireNonNull(session).send(request, onReply));
                return;
            }
            Objects.requireNonNull(session).send(request, onReply);
        }

        boolean hasVotes() {
            boolean[] found = new boolean[1];
            Objects.requireNonNull(session)
                    .send(
                            new NodeRequest.ListVotes(),
                            reply -> found[0] =
                                    !((NodeReply.Votes) reply).votes().isEmpty());
            return found[0];
        }

        @Override
        public void watch(String name) {}

        @Override
        public void unwatch(String name) {}

        @Override
        public CompletionStage<Void> close() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void connected(Session opened, NodeFacts read) {
            session = opened;
            facts = read;
        }

        @Override
        public void disconnected(String cause) {}

        @Override
        public void released(String name, String holder) {}
    }
}
