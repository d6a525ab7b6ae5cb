package dev.redlock.testkit;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.node.NodeId;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Nodes in the memory of this process, which several clients share: as many replicas of a service as a test needs, in one
 * JVM and without Redis.
 *
 * <pre>{@code
 * InMemoryCluster cluster = InMemoryCluster.of(3);
 * try (Redlock one = cluster.connect(); Redlock other = cluster.connect()) { … }
 * }</pre>
 *
 * <p>The clients run the same code as with Redis. What is not there is the network: every answer comes at once.
 */
public final class InMemoryCluster {
    private final List<MemoryServer> servers = new ArrayList<>();

    private InMemoryCluster(int nodes) {
        for (int index = 0; index < nodes; index++) {
            servers.add(new MemoryServer(
                    name(index), Ticker.system(), () -> TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis())));
        }
    }

    public static InMemoryCluster of(int nodes) {
        if (nodes < 1 || nodes > 63) {
            throw new IllegalArgumentException("a cluster has 1 to 63 nodes, got " + nodes);
        }
        return new InMemoryCluster(nodes);
    }

    /** Another client of these nodes, with the default settings. */
    public Redlock connect() {
        return connect(Redlock.builder());
    }

    /** Another client of these nodes, with the settings of this builder, which must have no nodes of its own. */
    public Redlock connect(RedlockBuilder builder) {
        for (int at = 0; at < servers.size(); at++) {
            String name = name(at);
            MemoryServer server = servers.get(at);
            builder.node((index, keyPrefix) -> new MemoryNode(new NodeId(index, name), server));
        }
        return builder.connect();
    }

    /** The node ends, as if its process were killed. */
    public void stop(int node) {
        servers.get(node).stop();
    }

    /** The node starts again and remembers everything. */
    public void startWithData(int node) {
        servers.get(node).start(true);
    }

    /** The node starts again and remembers nothing. */
    public void startEmpty(int node) {
        servers.get(node).start(false);
    }

    /** The node loses everything while it runs, as by FLUSHALL. */
    public void wipe(int node) {
        servers.get(node).wipe();
    }

    public int size() {
        return servers.size();
    }

    private static String name(int index) {
        return "memory-" + (index + 1);
    }
}
