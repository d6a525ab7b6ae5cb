package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A majority of the configured nodes decides: fewer never do, more are never waited for. */
@RedisNodes(5)
class QuorumTest {
    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_dead_minority_never_makes_an_acquisition_fail(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        nodes.node(0).kill();
        nodes.node(3).kill();

        for (int round = 0; round < 20; round++) {
            Lease lease = client.acquire("a", TRY_ONCE);
            assertThat(lease.isValid()).isTrue();
            assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void two_living_nodes_of_five_are_not_a_quorum(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        for (int node = 0; node < 3; node++) {
            nodes.node(node).kill();
        }

        assertThatThrownBy(() -> client.acquire("a", TRY_ONCE))
                .isInstanceOfSatisfying(QuorumUnavailableException.class, none -> {
                    assertThat(none).hasMessageContaining("3 of 5 nodes are needed");
                    assertThat(none.nodes())
                            .filteredOn(node -> node.answer().contains("connect"))
                            .hasSize(3);
                });

        Votes.awaitNone(nodes.node(3), "a");
        Votes.awaitNone(nodes.node(4), "a");
    }

    @Test
    void a_client_that_starts_while_nodes_are_down_still_counts_them(RedisNodeSet nodes) {
        for (int node = 0; node < 3; node++) {
            nodes.node(node).kill();
        }

        Redlock client = clients.connect(nodes);

        assertThatThrownBy(() -> client.acquire("a", TRY_ONCE)).isInstanceOf(QuorumUnavailableException.class);
    }

    @Test
    void a_node_that_was_down_at_the_start_joins_when_it_comes_up(RedisNodeSet nodes) {
        nodes.node(4).kill();
        Recorder told = new Recorder();
        Redlock client = clients.connect(
                nodes,
                builder -> builder.listener(told)
                        .maxTtl(Duration.ofSeconds(1))
                        .defaults(TRY_ONCE.withTtl(Duration.ofSeconds(1))));
        client.acquire("a").close();

        nodes.node(4).start();

        String address = "127.0.0.1:" + nodes.node(4).port();
        await().until(() -> told.nodes.contains(new Recorder.NodeEvent("up", address, "")));
        client.acquire("b");
        await().until(() -> !Votes.on(nodes.node(4), "b").isEmpty());
    }

    @Test
    void frozen_nodes_cost_no_time_as_long_as_they_are_few(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        client.acquire("warm-up").close();
        nodes.node(0).pause();
        nodes.node(1).pause();
        LockOptions slow = TRY_ONCE.withNodeTimeout(Duration.ofSeconds(4));
        long start = System.nanoTime();

        Lease lease = client.acquire("a", slow);
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);

        // Waiting for a frozen node would have taken a whole node timeout; its connection is given up later than that.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(slow.nodeTimeout());
    }

    @Test
    void votes_of_a_stranger_on_a_majority_keep_the_lock_closed(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        for (int node = 0; node < 3; node++) {
            Votes.giveToStranger(nodes.node(node), "a");
        }

        assertThat(client.tryAcquire("a")).isEmpty();

        assertThat(client.inspect("a").holder().orElseThrow().owner()).isEqualTo("stranger");
    }

    @Test
    void votes_of_a_stranger_on_a_minority_do_not_matter(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        Votes.giveToStranger(nodes.node(0), "a");
        Votes.giveToStranger(nodes.node(1), "a");

        Lease lease = client.tryAcquire("a").orElseThrow();

        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(Votes.count(nodes, "a")).as("the votes of the stranger").isEqualTo(2);
    }

    @Test
    @RedisNodes(4)
    void an_even_split_is_settled_at_once_and_somebody_wins_in_the_end(RedisNodeSet nodes) {
        Redlock one = clients.connect(nodes);
        Votes.giveToStranger(nodes.node(0), "split");
        Votes.giveToStranger(nodes.node(1), "split");
        LockOptions slow = TRY_ONCE.withNodeTimeout(Duration.ofSeconds(10));
        long start = System.nanoTime();

        assertThat(one.tryAcquire("split", slow)).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(slow.nodeTimeout());

        AtomicInteger served = new AtomicInteger();
        List<Redlock> rivals = List.of(one, clients.connect(nodes), clients.connect(nodes));
        CompletableFuture.allOf(rivals.stream()
                        .map(rival -> CompletableFuture.runAsync(() -> takeTurns(rival, served)))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        assertThat(served).hasValue(60);
    }

    private static void takeTurns(Redlock client, AtomicInteger served) {
        for (int turn = 0; turn < 20; turn++) {
            try (Lease lease = client.acquire("even", LockOptions.defaults().withWaitTimeout(Duration.ofMinutes(1)))) {
                assertThat(lease.isValid()).isTrue();
                served.incrementAndGet();
            }
        }
    }

    @Test
    void killed_nodes_are_really_dead_in_these_tests(RedisNodeSet nodes) {
        nodes.node(0).kill();

        assertThat(nodes).filteredOn(RedisNode::isRunning).hasSize(4);
    }
}
