package dev.redlock.node.lettuce;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFixture;
import dev.redlock.node.NodeProbe;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.time.ThreadTimers;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Clients of one real Redis. Closes all of them in the end. */
final class LettuceFixture implements NodeFixture, AutoCloseable {
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private final RedisNode redis;
    private final Timers timers = new ThreadTimers("test-timers");
    private final List<LettuceCluster> clusters = new ArrayList<>();

    LettuceFixture(RedisNode redis) {
        this.redis = redis;
    }

    @Override
    public LockNode newClient() {
        return newClient(redis.uri(), null);
    }

    LockNode newClient(String uri, @Nullable ProtocolVersion protocol) {
        return newClient(uri, protocol, Ticker.system(), timers);
    }

    LockNode newClient(Ticker ticker, Timers others) {
        return newClient(redis.uri(), null, ticker, others);
    }

    private LockNode newClient(String uri, @Nullable ProtocolVersion protocol, Ticker ticker, Timers timersInUse) {
        // Two threads on any machine, so that what only happens between two of them can happen.
        LettuceCluster.Options options =
                new LettuceCluster.Options("redlock", CONNECT_TIMEOUT, false, protocol, null, 2);
        LettuceCluster cluster = new LettuceCluster(List.of(uri), options, ticker, timersInUse);
        clusters.add(cluster);
        return cluster.nodes().get(0);
    }

    NodeProbe open() {
        return NodeProbe.open(newClient());
    }

    NodeProbe open(String uri) {
        return NodeProbe.open(newClient(uri, null));
    }

    @Override
    public void stopServer() {
        redis.kill();
    }

    @Override
    public void startServer() {
        redis.start();
    }

    @Override
    public void wipe() {
        redis.command("FLUSHALL");
    }

    @Override
    public void moveClock(Duration ahead) {
        Assumptions.assumeTrue(redis.canMoveClock(), "the clock of this server cannot be moved");
        redis.moveClock(ahead);
    }

    @Override
    public void close() {
        for (LettuceCluster cluster : clusters) {
            CompletableFuture.allOf(cluster.nodes().stream()
                            .map(node -> node.close().toCompletableFuture())
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
            cluster.shutdown().join();
        }
        timers.close();
    }
}
