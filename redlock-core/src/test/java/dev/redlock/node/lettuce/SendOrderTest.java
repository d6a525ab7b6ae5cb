package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.LockNode;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeRequest;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import dev.redlock.time.ThreadTimers;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests reach the node in the order in which they were given to the session, whichever threads gave them. */
@RedisNodes(1)
class SendOrderTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private final Claim claim = new Claim(List.of("a"), "0123456789012345678901", "test");

    private Timers timers;
    private LettuceCluster cluster;
    private Session session;

    @BeforeEach
    void connect(RedisNodeSet nodes) throws Exception {
        timers = new ThreadTimers("send-order-timer");
        cluster = new LettuceCluster(
                nodes.uris(), new LettuceCluster.Options("redlock", LIMIT, false, null), Ticker.system(), timers);
        CompletableFuture<Session> connected = new CompletableFuture<>();
        CompletableFuture<String> runId = new CompletableFuture<>();
        cluster.nodes().get(0).open(new LockNode.Observer() {
            @Override
            public void connected(Session opened, NodeFacts facts) {
                runId.complete(facts.runId());
                connected.complete(opened);
            }

            @Override
            public void disconnected(String cause) {
                connected.completeExceptionally(new IllegalStateException(cause));
            }

            @Override
            public void released(String name, String holder) {}
        });
        session = connected.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        ask(new NodeRequest.Admit(Optional.empty(), new NodeFacts.Admission(runId.get(), 1, 0, NodeProbe.MAX_TTL)));
    }

    @AfterEach
    void disconnect() {
        cluster.nodes().get(0).close().toCompletableFuture().join();
        cluster.shutdown().join();
        timers.close();
    }

    @Test
    void a_release_sent_by_the_thread_of_the_connection_does_not_overtake_the_acquire_before_it(RedisNodeSet nodes)
            throws Exception {
        CountDownLatch answering = new CountDownLatch(1);
        CountDownLatch acquireIsSent = new CountDownLatch(1);
        CompletableFuture<NodeReply> released = new CompletableFuture<>();
        // The thread that writes to the node is kept busy with an answer, until another thread has sent the acquire.
        // The
        // answer waits for us to be ready: one that is there at once would be heard by this thread.
        nodes.node(0).pause();
        session.send(new NodeRequest.Inspect("a"), reply -> {
            answering.countDown();
            awaitUninterruptibly(acquireIsSent);
            session.send(new NodeRequest.Release(claim), released::complete);
        });
        nodes.node(0).resume();
        answering.await();

        session.send(new NodeRequest.Acquire(claim, Duration.ofSeconds(30), 1), reply -> {});
        acquireIsSent.countDown();

        assertThat(released.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(new Freed(Found.OWN));
    }

    @Test
    void a_release_sent_by_the_same_thread_finds_what_the_acquire_took() throws Exception {
        session.send(new NodeRequest.Acquire(claim, Duration.ofSeconds(30), 1), reply -> {});

        assertThat(ask(new NodeRequest.Release(claim))).isEqualTo(new Freed(Found.OWN));
    }

    private NodeReply ask(NodeRequest request) throws Exception {
        CompletableFuture<NodeReply> reply = new CompletableFuture<>();
        session.send(request, reply::complete);
        return reply.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
