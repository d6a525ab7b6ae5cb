package dev.redlock.chaos.rig;

import dev.redlock.chaos.history.Vote;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One stage: five nodes, and for every client a process and links of its own. Runs on different rigs do not disturb each
 * other; runs on one rig come one after the other, and find it as new.
 */
public final class Rig implements AutoCloseable {
    public static final int NODES = 5;

    /** A plain restart keeps what was written, so that a node that forgets is a fault of its own. */
    private static final String[] PERSISTENT = {"--appendonly", "yes", "--appendfsync", "everysec"};

    private final Servers servers;
    private final String name;
    private final Class<?> clientMain;
    private final RedisNodeSet nodes;
    private final List<NodeClock> clocks;
    private final List<Witness> witnesses = new ArrayList<>();
    private final Map<String, List<Link>> links = new TreeMap<>();
    private final Map<String, ChildJvm> clients = new TreeMap<>();
    private Optional<RedisNodeSet> replica = Optional.empty();

    /**
     * Starts its nodes; clients come when they are asked for.
     *
     * @param clientMain what the processes of clients run
     */
    public Rig(Servers servers, String name, Class<?> clientMain) {
        this.servers = servers;
        this.name = name;
        this.clientMain = clientMain;
        this.nodes = RedisNodeSet.start(NODES, PERSISTENT);
        requireMovableClocks();
        this.clocks = nodes().stream().map(NodeClock::new).toList();
        for (int index = 0; index < NODES; index++) {
            witnesses.add(new Witness(nameOf(index), node(index), clocks.get(index)));
        }
    }

    /** Said at once and in one line: otherwise some scenarios would fail, each in a way of its own. */
    private void requireMovableClocks() {
        try {
            node(0).moveClock(Duration.ZERO);
        } catch (UnsupportedOperationException e) {
            nodes.close();
            String provider = node(0).provider();
            String hint =
                    provider.startsWith("embedded") ? "" : "; -Dredlock.testkit.provider=embedded has one that can";
            throw new IllegalStateException(
                    "chaos tests need Redis servers whose clocks can be moved, and those of the provider " + provider
                            + " cannot: " + e.getMessage() + hint,
                    e);
        }
    }

    public Ledger ledger() {
        return servers.ledger();
    }

    public RedisNode node(int index) {
        return nodes.node(index);
    }

    public List<RedisNode> nodes() {
        return nodes.nodes();
    }

    public NodeClock clock(int node) {
        return clocks.get(node);
    }

    /** Who had the votes of the nodes, as they themselves say, since the rig was {@link #reset}. */
    public List<Vote> votes() {
        return witnesses.parallelStream()
                .flatMap(witness -> witness.votes().stream())
                .toList();
    }

    /** All calls of scripts with this word in them that the node has got, in order. */
    public List<List<String>> calls(int node, String word) {
        return witnesses.get(node).calls(word);
    }

    /** What faults and reports call a node. */
    public static String nameOf(int node) {
        return "node-" + (node + 1);
    }

    /** A further server, to be a replica of one of the nodes. */
    public synchronized RedisNode replica() {
        if (replica.isEmpty()) {
            replica = Optional.of(RedisNodeSet.start(1, PERSISTENT));
        }
        return replica.get().node(0);
    }

    /** The way from this client to this node. */
    public Link link(String client, int node) {
        return linksOf(client).get(node);
    }

    public Link ledgerLink(String client) {
        return linksOf(client).get(NODES);
    }

    private synchronized List<Link> linksOf(String client) {
        return links.computeIfAbsent(client, this::newLinks);
    }

    /** All of them or none: a link that stayed would be in the way of the next try. */
    private List<Link> newLinks(String client) {
        List<Link> made = new ArrayList<>();
        try {
            for (int index = 0; index < NODES; index++) {
                made.add(link(
                        client + "->" + nameOf(index),
                        node(index).host(),
                        node(index).port()));
            }
            made.add(link(client + "->ledger", "127.0.0.1", ledger().port()));
            return made;
        } catch (RuntimeException e) {
            made.forEach(Link::close);
            throw e;
        }
    }

    private Link link(String link, String host, int port) {
        return servers.toxiproxy().link(name, link, host, port);
    }

    /** The process of this client if it lives, or else a new one. */
    public synchronized ChildJvm client(String client, Consumer<String> listener) {
        ChildJvm before = clients.get(client);
        if (before != null && before.isAlive()) {
            throw new IllegalStateException("client " + client + " is there already");
        }
        if (before != null) {
            before.close();
        }
        ChildJvm child = ChildJvm.start(client, clientMain, listener);
        clients.put(client, child);
        return child;
    }

    /**
     * Heals everything and empties the nodes. Clients of an earlier run must have closed their connections.
     *
     * @param ttl for which votes are given in the next run
     */
    public synchronized void reset(Duration ttl) {
        links.values().parallelStream().forEach(all -> all.forEach(Link::heal));
        IntStream.range(0, NODES).parallel().forEach(this::empty);
        clients.values().forEach(ChildJvm::healClocks);
        clocks.forEach(NodeClock::begin);
        witnesses.parallelStream().forEach(witness -> witness.begin(ttl));
    }

    /** A paused server is not resumed, since it would first do what was sent to it in the run before. */
    private void empty(int index) {
        RedisNode node = node(index);
        if (node.canMoveClock()) {
            clock(index).move(Duration.ZERO);
        }
        if (!node.isRunning() || !isEmptied(node)) {
            node.restartEmpty();
        }
    }

    private static boolean isEmptied(RedisNode node) {
        try {
            return node.command("INFO", "replication").contains("role:master")
                    && node.command("CONFIG", "SET", "maxmemory", "0").equals("OK")
                    && node.command("FLUSHALL").equals("OK");
        } catch (UncheckedIOException silent) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        clients.values().forEach(ChildJvm::close);
        links.values().forEach(all -> all.forEach(Link::close));
        replica.ifPresent(RedisNodeSet::close);
        witnesses.forEach(Witness::close);
        nodes.close();
    }
}
