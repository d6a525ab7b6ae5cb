package dev.redlock.node;

import static org.awaitility.Awaitility.await;

import dev.redlock.node.LockNode.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of one node as a test wants it: waits for every answer, and writes down what the observer was told. */
public final class NodeProbe implements LockNode.Observer, AutoCloseable {
    /** The longest ttl of the one client that a probe stands for. */
    public static final Duration MAX_TTL = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Somebody gave back the vote of a watched name. */
    public record Notice(String name, String holder) {}

    private final LockNode node;
    private final List<Notice> notices = new CopyOnWriteArrayList<>();
    private final List<Session> sessions = new CopyOnWriteArrayList<>();
    private final List<String> disconnections = new CopyOnWriteArrayList<>();
    private volatile @Nullable Session session;
    private volatile @Nullable NodeFacts facts;

    public NodeProbe(LockNode node) {
        this.node = node;
    }

    /** Opens the node, and does not wait for anything. */
    public static NodeProbe open(LockNode node) {
        NodeProbe probe = new NodeProbe(node);
        probe.open();
        return probe;
    }

    public void open() {
        node.open(this);
    }

    @Override
    public void connected(Session opened, NodeFacts found) {
        facts = found;
        sessions.add(opened);
        session = opened;
    }

    @Override
    public void disconnected(String cause) {
        disconnections.add(cause);
        session = null;
    }

    @Override
    public void released(String name, String holder) {
        notices.add(new Notice(name, holder));
    }

    public LockNode node() {
        return node;
    }

    public List<Notice> notices() {
        return notices;
    }

    public List<Session> sessions() {
        return sessions;
    }

    /** Why there was no session, once for every time that this was told. */
    public List<String> disconnections() {
        return disconnections;
    }

    public Session awaitSession() {
        Session current = session;
        if (current != null) {
            return current;
        }
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .atMost(PATIENCE)
                .until(this::isConnected);
        return Objects.requireNonNull(session);
    }

    public void awaitDisconnection() {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .atMost(PATIENCE)
                .until(() -> !isConnected());
    }

    public boolean isConnected() {
        return session != null;
    }

    /** What the node said of itself when the session began. */
    public NodeFacts facts() {
        awaitSession();
        return Objects.requireNonNull(facts);
    }

    /** Lets the server process that runs now vote, as one of {@code nodes} nodes. */
    public NodeProbe admitted(int nodes) {
        ask(admission(nodes, MAX_TTL));
        return this;
    }

    /** The request to let the server process that runs now vote, by a client that knows nothing of tokens. */
    public NodeRequest.Admit admission(int nodes, Duration maxTtl) {
        return admission(facts().runId(), nodes, maxTtl);
    }

    /** The same for another process, which comes right after the records have been read. */
    public NodeRequest.Admit admission(String runId, int nodes, Duration maxTtl) {
        Optional<String> recorded =
                ask(NodeReply.Facts.class, new NodeRequest.ReadFacts()).facts().recorded();
        return new NodeRequest.Admit(recorded, new NodeFacts.Admission(runId, nodes, 0, maxTtl));
    }

    public NodeReply ask(NodeRequest request) {
        return ask(awaitSession(), request);
    }

    public static NodeReply ask(Session session, NodeRequest request) {
        CompletableFuture<NodeReply> answer = new CompletableFuture<>();
        session.send(request, answer::complete);
        return answer.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /** Sends everything at once and waits for all answers, which come in the order of the requests. */
    public List<NodeReply> askAll(List<NodeRequest> requests) {
        Session current = awaitSession();
        List<CompletableFuture<NodeReply>> answers = new ArrayList<>();
        for (NodeRequest request : requests) {
            CompletableFuture<NodeReply> answer = new CompletableFuture<>();
            answers.add(answer);
            current.send(request, answer::complete);
        }
        return answers.stream()
                .map(answer -> answer.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        .join())
                .toList();
    }

    /** The answer to a request, where the test cannot go on with another kind of answer. */
    public <T extends NodeReply> T ask(Class<T> kind, NodeRequest request) {
        NodeReply reply = ask(request);
        if (!kind.isInstance(reply)) {
            throw new AssertionError("expected " + kind.getSimpleName() + " to " + request + ", got " + reply);
        }
        return kind.cast(reply);
    }

    @Override
    public void close() {
        node.close().toCompletableFuture().join();
    }
}
