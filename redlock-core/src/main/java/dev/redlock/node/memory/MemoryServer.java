package dev.redlock.node.memory;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.time.Tick;
import dev.redlock.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** One in-memory node, which several clients can share: what a Redis server is to the real node. */
public final class MemoryServer {
    private final String name;
    private final Ticker ticker;
    private final LongSupplier clockMicros;
    private final MemoryStore store = new MemoryStore();
    private final Set<MemoryNode> clients = ConcurrentHashMap.newKeySet();
    private int generation = 1;
    private Tick startedAt;
    private boolean running = true;

    /** The data of a server at some time. */
    public static final class Snapshot {
        private final MemoryStore data;

        private Snapshot(MemoryStore data) {
            this.data = data;
        }
    }

    /**
     * @param name distinguishes it from other servers
     * @param clockMicros the wall clock of the node, from which tokens start; it may jump
     */
    public MemoryServer(String name, Ticker ticker, LongSupplier clockMicros) {
        this.name = name;
        this.ticker = ticker;
        this.clockMicros = clockMicros;
        this.startedAt = ticker.now();
    }

    /** Ends all connections; nothing is answered until {@link #start}. */
    public void stop() {
        synchronized (store) {
            running = false;
        }
        clients.forEach(client -> client.onServerDown("the server was stopped"));
    }

    /** Starts a new process. */
    public void start(boolean withData) {
        startFrom(withData ? snapshot() : new Snapshot(new MemoryStore()));
    }

    /** Starts a new process with the data of an earlier time, as after a restore from a backup. */
    public void startFrom(Snapshot snapshot) {
        synchronized (store) {
            store.restore(snapshot.data);
            generation++;
            startedAt = ticker.now();
            running = true;
        }
        clients.forEach(MemoryNode::onServerUp);
    }

    /** What this server remembers now. */
    public Snapshot snapshot() {
        synchronized (store) {
            MemoryStore copy = new MemoryStore();
            copy.restore(store);
            return new Snapshot(copy);
        }
    }

    /** Deletes everything under the running process, as FLUSHALL does. */
    public void wipe() {
        synchronized (store) {
            store.wipe();
        }
    }

    boolean attach(MemoryNode client) {
        clients.add(client);
        synchronized (store) {
            return running;
        }
    }

    void detach(MemoryNode client) {
        clients.remove(client);
    }

    NodeFacts facts() {
        synchronized (store) {
            return readFacts();
        }
    }

    NodeReply execute(NodeRequest request) {
        List<String> freed = mayFree(request) ? new ArrayList<>(1) : List.of();
        NodeReply reply;
        synchronized (store) {
            reply = execute(request, ticker.now(), freed);
        }
        if (!freed.isEmpty()) {
            String holder = request instanceof NodeRequest.Release release
                    ? release.claim().holder()
                    : "";
            freed.forEach(name -> clients.forEach(client -> client.onReleased(name, holder)));
        }
        return reply;
    }

    private static boolean mayFree(NodeRequest request) {
        return request instanceof NodeRequest.Release || request instanceof NodeRequest.ForceRelease;
    }

    private NodeReply execute(NodeRequest request, Tick now, List<String> freed) {
        if (request instanceof NodeRequest.Acquire acquire) {
            return store.acquire(acquire, now);
        } else if (request instanceof NodeRequest.Raise raise) {
            return store.raise(raise, now);
        } else if (request instanceof NodeRequest.Extend extend) {
            return store.extend(extend, now);
        } else if (request instanceof NodeRequest.Release release) {
            Claim claim = release.claim();
            freed.addAll(store.heldNames(claim, now));
            return store.release(claim, now);
        } else if (request instanceof NodeRequest.ForceRelease force) {
            NodeReply.Seen seen = store.forceRelease(force.name(), now);
            seen.vote().ifPresent(vote -> freed.add(vote.name()));
            return seen;
        } else if (request instanceof NodeRequest.Inspect inspect) {
            return store.inspect(inspect.name(), now);
        } else if (request instanceof NodeRequest.ListVotes) {
            return store.listVotes(now);
        } else if (request instanceof NodeRequest.Mark mark) {
            return store.mark(mark.mark());
        } else if (request instanceof NodeRequest.Admit admit) {
            return store.admit(admit, clockMicros.getAsLong());
        } else if (request instanceof NodeRequest.Rotate rotate) {
            return store.rotate(rotate.retention(), clockMicros.getAsLong());
        }
        return new NodeReply.Facts(readFacts());
    }

    private NodeFacts readFacts() {
        Duration uptime = Duration.ofSeconds(startedAt.until(ticker.now()).toSeconds());
        String runId = name + "-" + generation;
        return new NodeFacts(runId, uptime, false, store.admission(), List.of(), store.mark());
    }
}
