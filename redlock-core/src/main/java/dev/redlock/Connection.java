package dev.redlock;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import dev.redlock.node.lettuce.LettuceCluster;
import dev.redlock.protocol.Standing;
import dev.redlock.runtime.Engine;
import dev.redlock.runtime.EngineEvents;
import dev.redlock.runtime.Environment;
import dev.redlock.runtime.EventLog;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import dev.redlock.time.Timers.Scheduled;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything a {@link Redlock} is made of, and the end of it. */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Redlock.class);
    private static final AtomicInteger CALLBACK_THREADS = new AtomicInteger();

    private final Duration connectTimeout;
    private final Duration closeTimeout;
    private final Timers timers;
    private final Optional<LettuceCluster> redis;
    private final ExecutorService callbacks = Executors.newCachedThreadPool(Connection::callbackThread);
    private final Answers answers;
    private final Engine engine;
    private final boolean observes;
    private final AtomicBoolean closed = new AtomicBoolean();

    Connection(RedlockBuilder builder, Ticker ticker, Timers timers) {
        this.connectTimeout = builder.connectTimeout();
        this.closeTimeout = builder.closeTimeout();
        this.timers = timers;
        // First, because they start nothing yet: if one cannot be made, there is nothing to close.
        List<LockNode> others = builder.others();
        this.redis = builder.redis(ticker, timers);
        List<LockNode> nodes = new ArrayList<>(redis.map(LettuceCluster::nodes).orElse(List.of()));
        nodes.addAll(others);
        List<NodeId> ids = nodes.stream().map(LockNode::id).toList();
        this.answers = new Answers(ids, callbacks);
        List<EngineEvents> told = new ArrayList<>();
        told.add(new EventLog(ticker, ids));
        builder.listener().ifPresent(listener -> told.add(new ListenerBridge(listener, answers, ticker)));
        SecureRandom secure = new SecureRandom();
        Environment environment = new Environment(
                ticker, timers, () -> ThreadLocalRandom.current().nextDouble(), () -> holderId(secure), callbacks);
        this.engine = new Engine(nodes, environment, builder.admission(nodes.size()), EngineEvents.all(told));
        this.observes = builder.observes();
        if (observes) {
            engine.admitNobody();
        } else {
            engine.rotateEvery(builder.retention());
        }
    }

    boolean observes() {
        return observes;
    }

    Engine engine() {
        return engine;
    }

    Answers answers() {
        return answers;
    }

    /** Waits until it is known of every node whether it can vote, or for as long as a connection may take. */
    void open() {
        CompletableFuture<Void> settled = engine.open();
        try {
            settled.get(connectTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException someAreSilent) {
            LOG.debug("Not all nodes have answered within {}; they join when they do.", connectTimeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockInterruptedException(List.of("the connection to the nodes"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        if (!observes) {
            refuseWrongSetup();
        }
    }

    private void refuseWrongSetup() {
        List<NodeAnswer> refused = new ArrayList<>();
        for (NodeId node : answers.nodes()) {
            if (engine.standing(node.index()) instanceof Standing.Refused why) {
                refused.add(new NodeAnswer(node.address(), why.why()));
            }
        }
        if (!refused.isEmpty()) {
            throw new WrongSetupException(refused);
        }
    }

    /** Bounded in every step: a node that does not answer must not keep an application from ending. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            if (!await(engine.close())) {
                LOG.warn("Closed without the confirmation of all nodes; what was held there ends with its ttl.");
                await(engine.closeNodes());
            }
            if (!redis.map(cluster -> await(cluster.shutdown())).orElse(true)) {
                LOG.warn("Closed before all threads of the connections have ended.");
            }
            timers.close();
            callbacks.shutdown();
        }
    }

    private boolean await(CompletableFuture<Void> step) {
        CompletableFuture<Boolean> ended = step.handle((unused, error) -> error == null);
        Scheduled limit = timers.schedule(closeTimeout, () -> ended.complete(false));
        try {
            return Waiting.uninterruptibly(ended);
        } finally {
            limit.cancel();
        }
    }

    private static String holderId(SecureRandom random) {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    private static Thread callbackThread(Runnable task) {
        Thread thread = new Thread(task, "redlock-callback-" + CALLBACK_THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
