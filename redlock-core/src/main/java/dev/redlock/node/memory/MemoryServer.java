package dev.redlock.node.memory;

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
        Messages messages = new Messages();
        NodeReply reply;
        synchronized (store) {
            reply = execute(request, ticker.now(), messages);
        }
        messages.deliver();
        return reply;
    }

    /** What was published meanwhile; delivered when the store is free again. */
    private final class Messages implements MemoryStore.Publisher {
        private List<Runnable> deliveries = List.of();

        @Override
        public int publish(String channel, String message) {
            if (deliveries.isEmpty()) {
                deliveries = new ArrayList<>(2);
            }
            int receivers = 0;
            for (MemoryNode client : clients) {
                if (client.isWatching(channel)) {
                    deliveries.add(() -> client.onReleased(channel, message));
                    receivers++;
                }
            }
            return receivers;
        }

        private void deliver() {
            deliveries.forEach(Runnable::run);
        }
    }

    private NodeReply execute(NodeRequest request, Tick now, Messages messages) {
        if (request instanceof NodeRequest.Acquire acquire) {
            return store.acquire(acquire, now);
        } else if (request instanceof NodeRequest.Raise raise) {
            return store.raise(raise, now);
        } else if (request instanceof NodeRequest.Extend extend) {
            return store.extend(extend, now);
        } else if (request instanceof NodeRequest.Release release) {
            return store.release(release.claim(), now, messages);
        } else if (request instanceof NodeRequest.LeaveLine leave) {
            return store.leaveLine(leave, now, messages);
        } else if (request instanceof NodeRequest.ForceRelease force) {
            return store.forceRelease(force.name(), now, messages);
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
