package dev.redlock.node.memory;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client's connection to a {@link MemoryServer}. Answers before {@code send} returns. */
public final class MemoryNode implements LockNode {
    private final NodeId id;
    private final MemoryServer server;
    private final Set<String> watched = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Observer observer;
    private volatile @Nullable MemorySession session;

    public MemoryNode(NodeId id, MemoryServer server) {
        this.id = id;
        this.server = server;
    }

    @Override
    public NodeId id() {
        return id;
    }

    @Override
    public void open(Observer newObserver) {
        observer = newObserver;
        if (server.attach(this)) {
            onServerUp();
        } else {
            newObserver.disconnected("the server is stopped");
        }
    }

    @Override
    public void watch(String name) {
        watched.add(name);
    }

    @Override
    public void unwatch(String name) {
        watched.remove(name);
    }

    @Override
    public CompletionStage<Void> close() {
        server.detach(this);
        session = null;
        return CompletableFuture.completedFuture(null);
    }

    void onServerUp() {
        Observer told = observer;
        if (told != null) {
            MemorySession next = new MemorySession();
            session = next;
            told.connected(next, server.facts());
        }
    }

    void onServerDown(String cause) {
        session = null;
        Observer told = observer;
        if (told != null) {
            told.disconnected(cause);
        }
    }

    boolean isWatching(String nameOrTicket) {
        return watched.contains(nameOrTicket);
    }

    void onReleased(String nameOrTicket, String holderOrName) {
        Observer told = observer;
        if (told != null) {
            told.released(nameOrTicket, holderOrName);
        }
    }

    private final class MemorySession implements Session {
        @Override
        public void send(NodeRequest request, Consumer<? super NodeReply> onReply) {
            onReply.accept(
                    session == this
                            ? server.execute(request)
                            : new Failed(Cause.NOT_CONNECTED, "the connection has ended"));
        }
    }
}
