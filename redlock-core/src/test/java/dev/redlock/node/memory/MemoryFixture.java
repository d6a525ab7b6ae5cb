package dev.redlock.node.memory;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFixture;
import dev.redlock.node.NodeId;
import dev.redlock.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A server in this process, in real time. */
final class MemoryFixture implements NodeFixture {
    private volatile Duration ahead = Duration.ZERO;
    private final MemoryServer server = new MemoryServer("memory", Ticker.system(), this::clockMicros);

    @Override
    public LockNode newClient() {
        return new MemoryNode(new NodeId(0, "memory"), server);
    }

    @Override
    public void stopServer() {
        server.stop();
    }

    @Override
    public void startServer() {
        server.start(false);
    }

    @Override
    public void wipe() {
        server.wipe();
    }

    @Override
    public void moveClock(Duration offset) {
        ahead = offset;
    }

    private long clockMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(ahead));
    }
}
