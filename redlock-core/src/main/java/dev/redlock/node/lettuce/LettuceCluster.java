package dev.redlock.node.lettuce;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The Redis nodes of one client, and the threads they share. */
public final class LettuceCluster {
    /** More commands than this in flight to one node are refused: they could not be answered in time anyway. */
    private static final int LONGEST_PIPELINE = 16_384;

    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(5);

    private final DefaultEventLoopGroupProvider loops;
    private final ClientResources resources;
    private final RedisClient client;
    private final List<LockNode> nodes = new ArrayList<>();

    /**
     * What can be chosen about the connections.
     *
     * @param prefix with which the names of all our keys begin
     * @param connectTimeout for one try to connect to one node
     * @param protocol null for the newest the server speaks
     * @param tls null for what the JVM trusts
     * @param threads that read and write; 0 for as many as suit the machine
     */
    public record Options(
            String prefix,
            Duration connectTimeout,
            boolean toleratesEviction,
            @Nullable ProtocolVersion protocol,
            @Nullable SslOptions tls,
            int threads) {

        public Options(
                String prefix, Duration connectTimeout, boolean toleratesEviction, @Nullable ProtocolVersion protocol) {
            this(prefix, connectTimeout, toleratesEviction, protocol, null, 0);
        }
    }

    public LettuceCluster(List<String> uris, Options options, Ticker ticker, Timers timers) {
        Channels channels = new Channels();
        List<RedisURI> parsed = parse(uris, options.connectTimeout());
        loops = new DefaultEventLoopGroupProvider(threads(options, uris.size()));
        resources = DefaultClientResources.builder()
                .eventLoopGroupProvider(loops)
                .computationThreadPoolSize(2)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(channels)
                .build();
        client = RedisClient.create(resources);
        client.setOptions(clientOptions(options));
        LettuceSettings settings = new LettuceSettings(
                client,
                channels,
                new Dialect(options.prefix()),
                ticker,
                timers,
                options.connectTimeout(),
                STALL_TIMEOUT,
                options.toleratesEviction());
        for (int index = 0; index < parsed.size(); index++) {
            RedisURI uri = parsed.get(index);
            nodes.add(new LettuceNode(new NodeId(index, NodeAddress.describe(uri)), uri, settings));
        }
    }

    /**
     * With one thread for all nodes, a request to all of them wakes one thread, and so do their answers. More are of use only
     * where there are processors to spare.
     */
    private static int threads(Options options, int nodes) {
        int suitable = Math.max(1, Math.min(nodes, Runtime.getRuntime().availableProcessors() / 2));
        return options.threads() > 0 ? options.threads() : suitable;
    }

    public List<LockNode> nodes() {
        return nodes;
    }

    /** Ends the threads, once the nodes are closed. */
    public CompletableFuture<Void> shutdown() {
        // Whatever becomes of the connections, the threads are not left behind.
        CompletableFuture<Void> connections =
                client.shutdownAsync(0, 1, TimeUnit.SECONDS).exceptionally(failure -> null);
        return connections.thenCompose(unused -> {
            CompletableFuture<Void> done = new CompletableFuture<>();
            resources
                    .shutdown(0, 1, TimeUnit.SECONDS)
                    .addListener(ended ->
                            loops.shutdown(0, 1, TimeUnit.SECONDS).addListener(allEnded -> done.complete(null)));
            return done;
        });
    }

    private static List<RedisURI> parse(List<String> uris, Duration timeout) {
        Set<String> seen = new LinkedHashSet<>();
        List<RedisURI> parsed = new ArrayList<>();
        for (String text : uris) {
            RedisURI uri = NodeAddress.parse(text);
            uri.setTimeout(timeout);
            if (!seen.add(NodeAddress.describe(uri))) {
                throw new IllegalArgumentException("node " + NodeAddress.describe(uri)
                        + " is listed twice; every node must be a server of its own");
            }
            parsed.add(uri);
        }
        return parsed;
    }

    private static ClientOptions clientOptions(Options options) {
        ClientOptions.Builder builder = ClientOptions.builder()
                // Never replay: a command that could not be sent in time must not be sent at all.
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(LONGEST_PIPELINE)
                // An index helps to take single commands out of the middle. We never do, and it costs two objects each.
                .useHashIndexQueue(false)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                // Rounds have their own deadline; a timer for every command would be a second one.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(options.connectTimeout())
                        .keepAlive(true)
                        .tcpNoDelay(true)
                        .build());
        if (options.protocol() != null) {
            builder.protocolVersion(options.protocol());
        }
        if (options.tls() != null) {
            builder.sslOptions(options.tls());
        }
        return builder.build();
    }
}
