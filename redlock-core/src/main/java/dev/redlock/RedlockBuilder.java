package dev.redlock;

import dev.redlock.internal.Check;
import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import dev.redlock.node.lettuce.LettuceCluster;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.protocol.Admission;
import dev.redlock.time.ThreadTimers;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import io.lettuce.core.SslOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Sets up a {@link Redlock}. Everything but the nodes has a default. */
public final class RedlockBuilder {
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final List<String> uris = new ArrayList<>();
    private final List<LockNode.Factory> others = new ArrayList<>();
    private final Map<String, LockOptions> policies = new LinkedHashMap<>();
    private LockOptions defaults = LockOptions.defaults();
    private Duration maxTtl = Duration.ofSeconds(60);
    private Duration connectTimeout = Duration.ofSeconds(2);
    private Duration closeTimeout = Duration.ofSeconds(2);
    private Duration retention = Duration.ofHours(24);
    private String prefix = "redlock";
    private String owner = defaultOwner();
    private boolean quarantine = true;
    private boolean toleratesEviction;
    private boolean observes;
    private Optional<RedlockListener> listener = Optional.empty();
    private @Nullable ProtocolVersion protocol;
    private @Nullable SslOptions tls;

    RedlockBuilder() {}

    /**
     * Adds Redis nodes, each a server of its own: {@code redis://host:6379}, {@code rediss://user:password@host:6380/0} for
     * TLS, or {@code redis-sentinel://host:26379/0#name}. An odd number is best, 3 or 5; all clients must list the same.
     */
    public RedlockBuilder nodes(String... addresses) {
        uris.addAll(List.of(addresses));
        return this;
    }

    /** Adds a node of another kind, alone or beside Redis: {@code node(PostgresNode.on(dataSource))}. */
    public RedlockBuilder node(LockNode.Factory node) {
        others.add(node);
        return this;
    }

    /** The options of every lock that has no others. */
    public RedlockBuilder defaults(LockOptions options) {
        defaults = options;
        return this;
    }

    /**
     * The options of all locks whose name fits the pattern, in which {@code *} stands for any text: {@code payout:*}. The
     * first pattern that fits counts; of several names that are locked together, the first one in alphabetical order.
     */
    public RedlockBuilder policy(String pattern, LockOptions options) {
        Check.argument(!pattern.isBlank(), "a policy needs a name pattern, such as payout:*");
        Check.argument(policies.put(pattern, options) == null, "there are two policies for %s", pattern);
        return this;
    }

    /**
     * The longest ttl that this client may use; 60 seconds by default. A node that has restarted is kept from voting for as
     * long as the largest of all clients, because it may have forgotten a vote that long.
     */
    public RedlockBuilder maxTtl(Duration value) {
        maxTtl = requirePositive("maxTtl", value);
        return this;
    }

    /** How long one try to connect to a node may take, and how long {@link #connect()} waits for the nodes. */
    public RedlockBuilder connectTimeout(Duration value) {
        connectTimeout = requirePositive("connectTimeout", value);
        return this;
    }

    /** How long {@link Redlock#close()} waits for the nodes to confirm that locks were released. */
    public RedlockBuilder closeTimeout(Duration value) {
        closeTimeout = requirePositive("closeTimeout", value);
        return this;
    }

    /** How long nodes remember the tokens of single names at least, before they count on from the largest of all. */
    public RedlockBuilder tokenRetention(Duration value) {
        retention = requirePositive("tokenRetention", value);
        return this;
    }

    /**
     * Whom to trust, and with which keys to identify ourselves, on connections to {@code rediss://} nodes. By default the
     * certificates that the JVM trusts, and no key.
     */
    public RedlockBuilder tls(TrustManagerFactory trust, @Nullable KeyManagerFactory keys) {
        SslOptions.Builder options = SslOptions.builder().jdkSslProvider().trustManager(trust);
        tls = (keys == null ? options : options.keyManager(keys)).build();
        return this;
    }

    /** With what the names of our keys on the nodes begin. All clients must use the same. {@code redlock} by default. */
    public RedlockBuilder keyPrefix(String value) {
        Check.argument(
                PREFIX.matcher(value).matches(),
                "keyPrefix must be 1 to 64 letters, digits, dots, dashes or underscores, got '%s'",
                value);
        prefix = value;
        return this;
    }

    /** A label by which people recognise this client as the holder of a lock. Host and process id by default. */
    public RedlockBuilder owner(String label) {
        LockOptions.requireText("owner", label);
        owner = label;
        return this;
    }

    public RedlockBuilder listener(RedlockListener value) {
        listener = Optional.of(value);
        return this;
    }

    /**
     * Lets restarted nodes vote at once. Only where every node runs with {@code appendfsync always}, so that it cannot
     * forget a vote; otherwise the same lock can be given to two holders after a restart.
     */
    public RedlockBuilder trustRestartedNodes() {
        quarantine = false;
        return this;
    }

    /** Takes nodes that may evict our keys when they run out of memory. Then the same lock can be given to two holders. */
    public RedlockBuilder tolerateEviction() {
        toleratesEviction = true;
        return this;
    }

    /**
     * Only looks: {@link Redlock#inspect}, {@link Redlock#locks} and {@link Redlock#forceRelease} work, acquiring does not.
     * It never lets a node vote. Any other client that starts after all nodes have lost their data takes them for new; a
     * tool that somebody starts in order to see what is wrong must not.
     */
    public RedlockBuilder observing() {
        observes = true;
        return this;
    }

    /** For tests of servers that do not speak RESP3. */
    RedlockBuilder protocol(ProtocolVersion version) {
        protocol = version;
        return this;
    }

    /**
     * Connects. Nodes that are down join when they come up; if too few are up, acquiring fails until then.
     *
     * @throws WrongSetupException if nodes cannot be used as they are set up
     */
    public Redlock connect() {
        int count = uris.size() + others.size();
        Check.argument(count > 0, "a Redlock needs at least one node, such as redis://n1:6379");
        Check.argument(count < 64, "a Redlock has at most 63 nodes, got %d", count);
        Policies checked = new Policies(defaults, policies, maxTtl);
        Ticker ticker = Ticker.system();
        Timers timers = new ThreadTimers("redlock-timer");
        Connection connection = new Connection(this, ticker, timers);
        try {
            connection.open();
        } catch (RuntimeException refused) {
            connection.close();
            throw refused;
        }
        return new Redlock(connection, checked, owner);
    }

    boolean observes() {
        return observes;
    }

    /** In-memory nodes, for tests and for development without Redis. */
    static Redlock inMemory() {
        RedlockBuilder builder = new RedlockBuilder();
        for (String name : List.of("memory-1", "memory-2", "memory-3")) {
            MemoryServer server = new MemoryServer(
                    name, Ticker.system(), () -> TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
            builder.node((index, keyPrefix) -> new MemoryNode(new NodeId(index, name), server));
        }
        return builder.connect();
    }

    /** The Redis servers, if any of the nodes are. */
    Optional<LettuceCluster> redis(Ticker ticker, Timers timers) {
        LettuceCluster.Options options =
                new LettuceCluster.Options(prefix, connectTimeout, toleratesEviction, protocol, tls, 0);
        return uris.isEmpty() ? Optional.empty() : Optional.of(new LettuceCluster(uris, options, ticker, timers));
    }

    /** The nodes of other kinds; their places are behind those of the Redis servers. */
    List<LockNode> others() {
        List<LockNode> nodes = new ArrayList<>();
        for (LockNode.Factory other : others) {
            int index = uris.size() + nodes.size();
            LockNode node = other.create(index, prefix);
            Check.argument(node.id().index() == index, "%s must have the index %d it was given", node.id(), index);
            nodes.add(node);
        }
        return nodes;
    }

    Admission admission(int nodes) {
        // Whoever takes no votes has no ttl that the nodes would have to know.
        return new Admission(nodes, observes ? Duration.ofMillis(1) : maxTtl, quarantine);
    }

    Duration connectTimeout() {
        return connectTimeout;
    }

    Duration closeTimeout() {
        return closeTimeout;
    }

    Duration retention() {
        return retention;
    }

    Optional<RedlockListener> listener() {
        return listener;
    }

    private static Duration requirePositive(String name, Duration value) {
        // Compared as durations: the largest one has more milliseconds than fit into a long.
        Check.argument(value.compareTo(Duration.ofMillis(1)) >= 0, "%s must be at least 1 ms, got %s", name, value);
        Check.argument(
                value.compareTo(Duration.ofDays(3650)) < 0, "%s must be less than ten years, got %s", name, value);
        return value;
    }

    private static String defaultOwner() {
        String host = Optional.ofNullable(System.getenv("HOSTNAME")).orElseGet(RedlockBuilder::hostName);
        return host + "/" + ProcessHandle.current().pid();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
