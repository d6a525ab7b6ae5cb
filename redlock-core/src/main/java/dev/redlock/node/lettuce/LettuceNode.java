package dev.redlock.node.lettuce;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.time.Timers.Scheduled;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection to one Redis server.
 *
 * <p>Lettuce could reconnect by itself, but it would let requests through before we have looked at who answers now. So every
 * connection is a session of its own, and what was under way on the old one has failed.
 */
final class LettuceNode implements LockNode {
    private static final Duration FIRST_RETRY = Duration.ofMillis(50);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);
    private static final Duration HEARTBEAT = Duration.ofSeconds(2);
    private static final String CLOSED_EARLY = "Connection closed prematurely";

    private final NodeId id;
    private final RedisURI uri;
    private final LettuceSettings settings;

    // All of the following is guarded by this lock, under which nothing blocks and nobody outside is called.
    private final Object lock = new Object();
    private final Set<String> watched = new LinkedHashSet<>();
    private @Nullable Observer observer;
    private @Nullable LettuceSession session;
    private boolean announced;
    private CompletableFuture<Void> attempt = CompletableFuture.completedFuture(null);
    private Scheduled timer = Scheduled.NONE;
    private int failures;
    private @Nullable String lastFailure;
    private boolean closed;

    LettuceNode(NodeId id, RedisURI uri, LettuceSettings settings) {
        this.id = id;
        this.uri = uri;
        this.settings = settings;
    }

    @Override
    public NodeId id() {
        return id;
    }

    @Override
    public void open(Observer newObserver) {
        synchronized (lock) {
            observer = newObserver;
        }
        connect();
    }

    @Override
    public void watch(String name) {
        synchronized (lock) {
            if (watched.add(name) && session != null) {
                session.subscribe(name);
            }
        }
    }

    @Override
    public void unwatch(String name) {
        synchronized (lock) {
            if (watched.remove(name) && session != null) {
                session.unsubscribe(name);
            }
        }
    }

    @Override
    public CompletionStage<Void> close() {
        LettuceSession open;
        CompletableFuture<Void> pending;
        synchronized (lock) {
            closed = true;
            timer.cancel();
            open = session;
            session = null;
            pending = attempt;
        }
        return open == null ? pending : open.close();
    }

    private void connect() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (lock) {
            if (closed) {
                return;
            }
            attempt = done;
        }
        LettuceSession.connect(uri, settings, this::onReleased).whenComplete((opened, error) -> {
            if (opened == null) {
                done.complete(null);
                onFailure(Causes.describe(error));
            } else {
                prepare(opened, done);
            }
        });
    }

    private void prepare(LettuceSession opened, CompletableFuture<Void> done) {
        opened.onEnd(() -> onEnd(opened));
        Scheduled timeout = settings.timers().schedule(settings.connectTimeout(), opened::close);
        opened.prepare().whenComplete((facts, error) -> {
            timeout.cancel();
            if (facts == null || !adopt(opened, facts)) {
                opened.close().whenComplete((unused, ignored) -> done.complete(null));
                if (facts == null) {
                    onFailure(Causes.describe(error));
                }
            } else {
                done.complete(null);
            }
        });
    }

    /** Makes this the session in use, unless the node was closed or the connection broke in the meantime. */
    private boolean adopt(LettuceSession opened, NodeFacts facts) {
        Observer told;
        synchronized (lock) {
            if (closed) {
                return false;
            }
            session = opened;
            announced = false;
            failures = 0;
            lastFailure = null;
            watched.forEach(opened::subscribe);
            told = Objects.requireNonNull(observer);
        }
        told.connected(opened, facts);
        synchronized (lock) {
            announced = true;
        }
        heartbeatLater(opened);
        if (opened.hasEnded()) {
            onEnd(opened);
        }
        return true;
    }

    /** Comes on another thread than the announcement, which must be over first: nobody may hear of the end before. */
    private void onEnd(LettuceSession ended) {
        synchronized (lock) {
            if (session != ended || !announced) {
                return;
            }
            session = null;
            timer.cancel();
        }
        onFailure("the connection was lost");
    }

    private void onFailure(String newest) {
        Observer told;
        Duration pause;
        String cause;
        synchronized (lock) {
            if (closed) {
                return;
            }
            // Lettuce closes the connection when the server refuses us, and at times tells only that it was closed.
            cause = newest.equals(CLOSED_EARLY) && lastFailure != null ? lastFailure : newest;
            lastFailure = cause;
            told = Objects.requireNonNull(observer);
            pause = pauseAfter(failures++);
        }
        told.disconnected(cause);
        schedule(pause, this::connect);
    }

    /** Doubles, up to a limit, and is spread so that clients do not come back all at once. */
    private static Duration pauseAfter(int failuresBefore) {
        Duration grown = FIRST_RETRY.multipliedBy(1L << Math.min(failuresBefore, 10));
        Duration bounded = grown.compareTo(LONGEST_RETRY) < 0 ? grown : LONGEST_RETRY;
        return Duration.ofNanos(
                (long) (bounded.toNanos() * (0.5 + ThreadLocalRandom.current().nextDouble() / 2)));
    }

    private void heartbeatLater(LettuceSession of) {
        synchronized (lock) {
            // The timer of a session that has ended belongs to the reconnect by now.
            if (session == of) {
                schedule(HEARTBEAT, () -> heartbeat(of));
            }
        }
    }

    private void heartbeat(LettuceSession of) {
        if (of.isStalled(settings.stallTimeout())) {
            of.close();
        } else {
            of.ping();
        }
        heartbeatLater(of);
    }

    private void schedule(Duration delay, Runnable task) {
        synchronized (lock) {
            if (!closed) {
                timer.cancel();
                timer = settings.timers().schedule(delay, task);
            }
        }
    }

    private void onReleased(String name, String holder) {
        Observer told;
        synchronized (lock) {
            told = observer;
        }
        if (told != null) {
            told.released(name, holder);
        }
    }
}
