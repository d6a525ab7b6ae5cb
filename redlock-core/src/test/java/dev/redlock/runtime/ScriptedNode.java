package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A node that answers what the test says, at once, and can lose its connection between any two requests. */
final class ScriptedNode implements LockNode {
    private final NodeId id;
    private final int clusterSize;
    private final Function<NodeRequest, NodeReply> answers;
    private final List<NodeRequest> received = new ArrayList<>();
    private @Nullable Observer observer;

    ScriptedNode(int index, int clusterSize, Function<NodeRequest, NodeReply> answers) {
        this.id = new NodeId(index, "node-" + index);
        this.clusterSize = clusterSize;
        this.answers = answers;
    }

    /** All that was sent, in order. */
    List<NodeRequest> received() {
        return received;
    }

    void disconnect() {
        Objects.requireNonNull(observer).disconnected("cut by the test");
    }

    void connect() {
        Objects.requireNonNull(observer).connected(this::answer, facts());
    }

    private void answer(NodeRequest request, Consumer<? super NodeReply> onReply) {
        received.add(request);
        onReply.accept(answers.apply(request));
    }

    private NodeFacts facts() {
        NodeFacts.Admission admission = new NodeFacts.Admission(id.address(), clusterSize, 1, Duration.ofDays(1));
        return new NodeFacts(id.address(), Duration.ofHours(1), false, Optional.of(admission), List.of());
    }

    @Override
    public NodeId id() {
        return id;
    }

    @Override
    public void open(Observer newObserver) {
        observer = newObserver;
        connect();
    }

    @Override
    public void watch(String name) {}

    @Override
    public void unwatch(String name) {}

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
    }
}
