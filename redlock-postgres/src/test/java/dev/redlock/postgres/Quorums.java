package dev.redlock.postgres;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import java.time.Duration;
import java.util.Arrays;

/** Nodes as words that can be given to another process: addresses of Redis, or the port and name of a database. */
final class Quorums {
    private static final String DATABASE = "postgres://";

    private Quorums() {}

    static String database(int port, String name) {
        return DATABASE + port + "/" + name;
    }

    static Redlock connect(String... nodes) {
        return builder(nodes).connect();
    }

    /** With leases that end soon. */
    static Redlock connectBriefly(Duration ttl, String... nodes) {
        return builder(nodes)
                .maxTtl(ttl)
                .defaults(LockOptions.defaults().withTtl(ttl).withWaitTimeout(Duration.ofSeconds(20)))
                .connect();
    }

    private static RedlockBuilder builder(String... nodes) {
        RedlockBuilder builder = Redlock.builder();
        Arrays.stream(nodes).filter(node -> !node.startsWith(DATABASE)).forEach(builder::nodes);
        Arrays.stream(nodes).filter(node -> node.startsWith(DATABASE)).forEach(node -> {
            String[] parts = node.substring(DATABASE.length()).split("/", 2);
            builder.node(PostgresNode.on(TestServer.source(parts[1], Integer.parseInt(parts[0]))));
        });
        return builder;
    }
}
