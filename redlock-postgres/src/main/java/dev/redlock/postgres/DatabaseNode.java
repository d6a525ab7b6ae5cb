package dev.redlock.postgres;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a session with one database, on a thread of its own that may block: connects, waits for the end, connects again. */
final class DatabaseNode implements LockNode {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseNode.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(50);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);

    private final NodeId id;
    private final NodeSettings settings;
    private final Recollection recollection = new Recollection();
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile boolean isOpen;
    private volatile @Nullable DatabaseSession session;

    DatabaseNode(NodeId id, NodeSettings settings) {
        this.id = id;
        this.settings = settings;
    }

    @Override
    public NodeId id() {
        return id;
    }

    @Override
    public void open(Observer observer) {
        isOpen = true;
        Threads.start("redlock-postgres-" + id.index(), () -> keep(observer));
    }

    @Override
    public void watch(String name) {
        watched.add(name);
    }

    @Override
    public void unwatch(String name) {
        watched.remove(name);
    }

    @Override
    public CompletionStage<Void> close() {
        closing.countDown();
        Optional.ofNullable(session).ifPresent(DatabaseSession::retire);
        if (!isOpen) {
            closed.complete(null);
        }
        return closed;
    }

    private void keep(Observer observer) {
        try {
            int failures = 0;
            while (!isClosing()) {
                DatabaseSession next = new DatabaseSession(settings, recollection);
                String cause;
                try {
                    NodeFacts facts = next.connect((name, holder) -> onReleased(observer, name, holder));
                    failures = 0;
                    cause = use(next, facts, observer);
                } catch (SQLException e) {
                    cause = Failures.describe(e);
                } catch (RuntimeException e) {
                    LOG.error("Connecting to node {} failed. This is a defect of redlock or of the driver.", id, e);
                    cause = Failures.describe(e);
                } finally {
                    next.close(isClosing());
                }
                if (!isClosing()) {
                    observer.disconnected(cause);
                    pause(failures++);
                }
            }
        } catch (InterruptedException e) {
            observer.disconnected("interrupted");
        } finally {
            closed.complete(null);
        }
    }

    /** Lets requests in until the session ends; returns why it did. */
    private String use(DatabaseSession opened, NodeFacts facts, Observer observer) {
        session = opened;
        try {
            if (isClosing()) {
                return "closed";
            }
            observer.connected(opened, facts);
            return opened.awaitEnd();
        } finally {
            session = null;
        }
    }

    private void onReleased(Observer observer, String name, String holder) {
        if (watched.contains(name)) {
            observer.released(name, holder);
        }
    }

    /** Doubles, up to a limit, and is spread so that clients do not come back all at once. */
    private void pause(int failuresBefore) throws InterruptedException {
        long grown = Math.min(FIRST_RETRY.toNanos() << Math.min(failuresBefore, 10), LONGEST_RETRY.toNanos());
        double spread = 0.5 + ThreadLocalRandom.current().nextDouble() / 2;
        closing.await((long) (grown * spread), TimeUnit.NANOSECONDS);
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }
}
