package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Time that passes before the answers come is taken from the lease, and what comes too late is no lock. */
@RedisNodes(3)
class LateAnswerTest {
    private static final Duration PAUSE = Duration.ofMillis(600);
    private static final LockOptions PATIENT = LockOptions.defaults()
            .withTtl(Duration.ofSeconds(8))
            .withNodeTimeout(Duration.ofSeconds(4))
            .withWaitTimeout(Duration.ZERO);
    private static final LockOptions DEMANDING = PATIENT.withMinimumValidity(Duration.ofMillis(7500));

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void prompt_answers_give_nearly_the_whole_ttl(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes).acquire("a", DEMANDING);

        assertThat(lease.remaining()).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(8));
    }

    @Test
    void a_lease_is_counted_from_before_the_request_was_sent(RedisNodeSet nodes) throws Exception {
        Redlock client = clients.connect(nodes);

        AcquireResult result = whileNodesStandStill(nodes, () -> client.acquireAsync(List.of("a"), PATIENT))
                .get();

        Lease lease = result.orThrow();
        assertThat(lease.remaining())
                .isLessThan(PATIENT.ttl().minus(PATIENT.drift()).minus(PAUSE));
        for (RedisNode node : nodes) {
            // What the holder believes never outlasts what a node has promised: the order of the two readings matters.
            long believed = lease.remaining().toMillis();
            await().until(() -> !Votes.on(node, "a").isEmpty());
            assertThat(Votes.ttl(node, "a")).isGreaterThanOrEqualTo(believed - PAUSE.toMillis());
        }
    }

    @Test
    void votes_that_come_too_late_are_no_lock_and_are_taken_back(RedisNodeSet nodes) throws Exception {
        Redlock client = clients.connect(nodes);

        AcquireResult result = whileNodesStandStill(nodes, () -> client.acquireAsync(List.of("a"), DEMANDING))
                .get();

        assertThat(result)
                .isInstanceOfSatisfying(
                        AcquireResult.QuorumUnavailable.class,
                        late -> assertThat(late.nodes())
                                .filteredOn(node -> node.answer().equals("voted for us"))
                                .hasSizeGreaterThanOrEqualTo(2));
        Votes.awaitNone(nodes, "a");
        assertThat(nodes).allMatch(node -> Votes.counter(node, "a") > 0, "gave its vote and took it back");
        assertThat(client.isIdle()).isTrue();
    }

    @Test
    void an_attempt_that_was_given_up_leaves_nothing_on_a_node_that_wakes_up_later(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        List<RedisNode> frozen = List.of(nodes.node(1), nodes.node(2));
        frozen.forEach(RedisNode::pause);

        AcquireResult result = client.acquireAsync(
                        List.of("a"), LockOptions.defaults().withWaitTimeout(Duration.ZERO))
                .join();
        assertThat(result).isInstanceOf(AcquireResult.QuorumUnavailable.class);

        frozen.forEach(RedisNode::resume);
        await().untilAsserted(() ->
                assertThat(frozen).allMatch(node -> Votes.counter(node, "a") > 0, "carried out the late acquire"));
        // Its ttl is 30 s; the release that was sent behind it comes right after it.
        Votes.awaitNone(nodes, "a");
    }

    @Test
    void a_caller_who_cancels_while_nodes_stand_still_leaves_nothing_when_they_wake_up(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        nodes.forEach(RedisNode::pause);
        CompletableFuture<AcquireResult> attempt = client.acquireAsync("a");

        attempt.cancel(true);

        nodes.forEach(RedisNode::resume);
        await().untilAsserted(() ->
                assertThat(nodes).allMatch(node -> Votes.counter(node, "a") > 0, "carried out the acquire"));
        Votes.awaitNone(nodes, "a");
        await().until(client::isIdle);
    }

    @Test
    void a_client_is_not_kept_out_by_what_its_own_earlier_attempt_left(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        nodes.node(1).pause();
        nodes.node(2).pause();
        assertThat(client.acquireAsync(List.of("a"), LockOptions.defaults().withWaitTimeout(Duration.ZERO))
                        .join())
                .isInstanceOf(AcquireResult.QuorumUnavailable.class);

        nodes.node(1).resume();
        nodes.node(2).resume();

        // At once: on each connection its own release is ahead of this acquire.
        assertThat(client.tryAcquire("a")).isPresent();
    }

    private static <T> T whileNodesStandStill(RedisNodeSet nodes, java.util.function.Supplier<T> action) {
        nodes.forEach(RedisNode::pause);
        long start = System.nanoTime();
        T started = action.get();
        await().pollInterval(Duration.ofMillis(10)).until(() -> System.nanoTime() - start > PAUSE.toNanos());
        nodes.forEach(RedisNode::resume);
        return started;
    }
}
