package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A node in memory whose network can be held up on the way there or on the way back, and that writes down its requests. */
final class GatedNode implements LockNode {
    private enum Gate {
        OPEN,
        REQUESTS_HELD,
        REPLIES_HELD
    }

    private final LockNode node;
    private final ArrayDeque<Runnable> held = new ArrayDeque<>();
    private final List<NodeRequest> requests = new ArrayList<>();
    private final List<String> watches = new ArrayList<>();
    private final Map<Class<?>, NodeReply> prepared = new HashMap<>();
    private Gate gate = Gate.OPEN;
    private boolean hasLine = true;

    GatedNode(NodeId id, MemoryServer server) {
        node = new MemoryNode(id, server);
    }

    /** Requests are on the way until {@link #letGo}. */
    void holdRequests() {
        gate = Gate.REQUESTS_HELD;
    }

    /** Requests are carried out, but their answers are on the way until {@link #letGo}. */
    void holdReplies() {
        gate = Gate.REPLIES_HELD;
    }

    void letGo() {
        gate = Gate.OPEN;
        while (!held.isEmpty()) {
            held.remove().run();
        }
    }

    /** As a kind of node at which nobody can wait in line. */
    void haveNoLine() {
        hasLine = false;
    }

    /** The next request of this kind is not carried out but answered like this. */
    void answerNext(Class<? extends NodeRequest> kind, NodeReply answer) {
        prepared.put(kind, answer);
    }

    /** All requests of this kind that were sent here, in order. */
    <T extends NodeRequest> List<T> requests(Class<T> kind) {
        return requests.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Such as {@code +a} for a watch and {@code -a} for the end of it. */
    List<String> watches() {
        return watches;
    }

    @Override
    public NodeId id() {
        return node.id();
    }

    @Override
    public void open(Observer observer) {
        node.open(new Observer() {
            @Override
            public void connected(Session session, NodeFacts facts) {
                observer.connected((request, onReply) -> send(session, request, onReply), facts);
            }

            @Override
            public void disconnected(String cause) {
                observer.disconnected(cause);
            }

            @Override
            public void released(String name, String holder) {
                observer.released(name, holder);
            }
        });
    }

    private void send(Session session, NodeRequest sent, Consumer<? super NodeReply> onReply) {
        NodeRequest request = !hasLine && sent instanceof NodeRequest.Acquire acquire
                ? new NodeRequest.Acquire(acquire.claim(), acquire.ttl(), acquire.proposal())
                : sent;
        requests.add(request);
        NodeReply answer = prepared.remove(request.getClass());
        if (answer != null && gate == Gate.REPLIES_HELD) {
            held.add(() -> onReply.accept(answer));
        } else if (answer != null) {
            onReply.accept(answer);
        } else if (gate == Gate.REQUESTS_HELD) {
            held.add(() -> session.send(request, onReply));
        } else if (gate == Gate.REPLIES_HELD) {
            session.send(request, reply -> held.add(() -> onReply.accept(reply)));
        } else {
            session.send(request, onReply);
        }
    }

    @Override
    public void watch(String name) {
        watches.add("+" + name);
        node.watch(name);
    }

    @Override
    public void unwatch(String name) {
        watches.add("-" + name);
        node.unwatch(name);
    }

    @Override
    public CompletionStage<Void> close() {
        return node.close();
    }
}
