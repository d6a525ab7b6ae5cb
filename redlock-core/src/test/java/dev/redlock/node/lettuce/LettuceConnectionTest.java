package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claims;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections to real servers that come, go, and stand still. */
@RedisNodes(1)
class LettuceConnectionTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final Acquire ACQUIRE = new Acquire(Claims.of("anna", "a"), TTL, 0);

    private final RedisNode redis;
    private final LettuceFixture fixture;

    LettuceConnectionTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }

    @Test
    void a_node_that_is_down_at_first_joins_when_it_comes_up() {
        redis.kill();
        NodeProbe probe = fixture.open();
        await().until(() -> probe.disconnections().size() >= 2);
        assertThat(probe.disconnections()).allSatisfy(cause -> assertThat(cause).contains("refused"));

        redis.start();

        assertThat(probe.admitted(1).ask(ACQUIRE)).isInstanceOf(NodeReply.Granted.class);
    }

    @Test
    void a_node_is_found_again_after_each_of_several_restarts() {
        NodeProbe probe = fixture.open();
        for (int restart = 1; restart <= 3; restart++) {
            probe.awaitSession();
            redis.kill();
            probe.awaitDisconnection();
            redis.start();
        }

        probe.awaitSession();

        assertThat(probe.sessions()).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    @RedisNodes(
            value = 1,
            arguments = {"--requirepass", "sesame"})
    void a_wrong_password_is_told_without_showing_it(RedisNodeSet nodes) {
        String address = nodes.node(0).host() + ":" + nodes.node(0).port();
        NodeProbe wrong = fixture.open("redis://:hunter2@" + address);
        NodeProbe right = fixture.open("redis://:sesame@" + address);

        // On a busy machine Lettuce sometimes hears of the end of a connection before it has read why; it tries again.
        await().until(() -> wrong.disconnections().stream().anyMatch(cause -> cause.contains("WRONGPASS")));
        assertThat(right.awaitSession()).isNotNull();
        assertThat(wrong.disconnections()).allSatisfy(cause -> assertThat(cause).doesNotContain("hunter2"));
        assertThat(wrong.node().id().toString()).isEqualTo(address);
    }

    @Test
    @RedisNodes(
            value = 1,
            arguments = {"--requirepass", "sesame"})
    void a_missing_password_is_told(RedisNodeSet nodes) {
        NodeProbe probe = fixture.open(nodes.node(0).uri());

        await().until(() -> probe.disconnections().stream().anyMatch(cause -> cause.contains("NOAUTH")));
    }

    @Test
    void nothing_is_sent_again_after_a_reconnect() {
        NodeProbe probe = fixture.open().admitted(1);
        Session first = probe.awaitSession();
        List<NodeReply> replies = Collections.synchronizedList(new ArrayList<>());
        redis.pause();
        // Several, because a client that replays may still give up the one whose answer it was reading.
        for (int count = 0; count < 5; count++) {
            first.send(ACQUIRE, replies::add);
        }
        redis.kill();
        probe.awaitDisconnection();
        first.send(ACQUIRE, replies::add);

        redis.start();
        probe.ask(new ReadFacts());

        await().until(() -> replies.size() == 6);
        assertThat(replies)
                .extracting(reply -> ((Failed) reply).cause())
                .containsExactlyInAnyOrder(
                        Cause.DISCONNECTED,
                        Cause.DISCONNECTED,
                        Cause.DISCONNECTED,
                        Cause.DISCONNECTED,
                        Cause.DISCONNECTED,
                        Cause.NOT_CONNECTED);
        assertThat(redis.command("INFO", "commandstats"))
                .contains("cmdstat_script")
                .doesNotContain("cmdstat_eval");
    }

    @Test
    void one_connection_is_enough_where_the_server_speaks_resp3() {
        NodeProbe probe = fixture.open().admitted(1);
        watch(probe);

        releaseOnce(probe);

        await().until(() -> !probe.notices().isEmpty());
        assertThat(connections()).isEqualTo(1);
    }

    @Test
    void with_resp2_notifications_come_on_a_second_connection() {
        NodeProbe probe = NodeProbe.open(fixture.newClient(redis.uri(), ProtocolVersion.RESP2));
        probe.admitted(1);
        watch(probe);

        releaseOnce(probe);

        await().until(() -> !probe.notices().isEmpty());
        assertThat(connections()).isEqualTo(2);
    }

    @Test
    void with_resp2_both_connections_end_together() {
        NodeProbe probe = NodeProbe.open(fixture.newClient(redis.uri(), ProtocolVersion.RESP2));
        Session first = probe.awaitSession();
        watch(probe);

        redis.command("CLIENT", "KILL", "TYPE", "pubsub");

        await().until(() -> probe.sessions().size() == 2);
        Failed failed = (Failed) NodeProbe.ask(first, new ReadFacts());
        assertThat(failed.cause()).isEqualTo(Cause.NOT_CONNECTED);
        await().until(() -> connections() == 2);
    }

    /**
     * What is told of a connection that ends while it is being announced must still come in order, and must not keep the
     * node from being found again. With RESP2 the end of the second connection is noticed by another thread.
     */
    @Test
    void a_connection_that_ends_while_it_is_announced_is_made_again() {
        EndDuringAnnouncement observer = new EndDuringAnnouncement(redis);

        fixture.newClient(redis.uri(), ProtocolVersion.RESP2).open(observer);

        await().until(() -> observer.history.size() >= 3);
        assertThat(observer.history.subList(0, 3)).containsExactly("connected", "disconnected", "connected");
    }

    private static final class EndDuringAnnouncement implements dev.redlock.node.LockNode.Observer {
        private final List<String> history = Collections.synchronizedList(new ArrayList<>());
        private final RedisNode redis;

        private EndDuringAnnouncement(RedisNode redis) {
            this.redis = redis;
        }

        @Override
        public void connected(Session session, NodeFacts facts) {
            if (history.isEmpty()) {
                redis.restartEmpty();
                await().until(() ->
                        NodeProbe.ask(session, new ReadFacts()) instanceof Failed failed && failed.notSent());
            }
            history.add("connected");
        }

        @Override
        public void disconnected(String cause) {
            history.add("disconnected");
        }

        @Override
        public void released(String name, String holder) {}
    }

    private void watch(NodeProbe probe) {
        probe.node().watch("a");
        await().until(() -> redis.command("PUBSUB", "NUMSUB", "redlock:a").endsWith("1"));
    }

    private static void releaseOnce(NodeProbe probe) {
        probe.ask(ACQUIRE);
        // So that there is somebody to tell.
        probe.ask(new Acquire(Claims.of("rival", "a"), ACQUIRE.ttl(), 0));
        probe.ask(new Release(ACQUIRE.claim()));
    }

    /** Without the one that asks. */
    private long connections() {
        return redis.command("CLIENT", "LIST")
                        .lines()
                        .filter(line -> !line.isBlank())
                        .count()
                - 1;
    }
}
