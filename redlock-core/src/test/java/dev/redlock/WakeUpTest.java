package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A release wakes up who waits for it. Nobody sleeps through one, and nobody stays subscribed. */
@RedisNodes(5)
class WakeUpTest {
    /** So rare that a waiter who is not woken up would show: the shortest pause is half of it. */
    private static final Duration RETRY = Duration.ofSeconds(20);

    private static final LockOptions WOKEN = LockOptions.defaults()
            .withTtl(Duration.ofMinutes(1))
            .withWaitTimeout(Duration.ofMinutes(1))
            .withRetryInterval(RETRY, RETRY);

    private static final String LINE = "redlock.line:a";

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void no_release_is_slept_through_in_two_hundred_handovers(RedisNodeSet nodes) throws Exception {
        Redlock one = clients.connect(nodes);
        Redlock other = clients.connect(nodes);
        Lease held = one.acquire("a", WOKEN);
        for (int handover = 0; handover < 200; handover++) {
            Redlock waiter = handover % 2 == 0 ? other : one;

            CompletableFuture<AcquireResult> waiting = waiter.acquireAsync(List.of("a"), WOKEN);
            held.close();

            held = waiting.get(RETRY.toMillis() / 2, TimeUnit.MILLISECONDS).orThrow();
        }
        held.close();
        awaitNobodyWaits(nodes);
    }

    @Test
    void a_waiter_that_has_waited_for_long_is_woken_up(RedisNodeSet nodes) throws Exception {
        Lease held = clients.connect(nodes).acquire("a", WOKEN);
        CompletableFuture<AcquireResult> waiting = clients.connect(nodes).acquireAsync(List.of("a"), WOKEN);
        awaitPlaceInLine(nodes);

        held.close();

        assertThat(waiting.get(RETRY.toMillis() / 2, TimeUnit.MILLISECONDS)).isInstanceOf(AcquireResult.Granted.class);
        awaitNobodyWaits(nodes);
    }

    @Test
    void an_operator_who_takes_the_lock_away_wakes_up_who_waits(RedisNodeSet nodes) throws Exception {
        Redlock operator = clients.connect(nodes);
        operator.acquire("a", WOKEN);
        CompletableFuture<AcquireResult> waiting = clients.connect(nodes).acquireAsync(List.of("a"), WOKEN);
        awaitPlaceInLine(nodes);

        operator.forceRelease("a");

        assertThat(waiting.get(RETRY.toMillis() / 2, TimeUnit.MILLISECONDS)).isInstanceOf(AcquireResult.Granted.class);
    }

    @Test
    void a_subscription_survives_the_loss_of_its_connection(RedisNodeSet nodes) throws Exception {
        Lease held = clients.connect(nodes).acquire("a", WOKEN);
        CompletableFuture<AcquireResult> waiting = clients.connect(nodes).acquireAsync(List.of("a"), WOKEN);
        awaitPlaceInLine(nodes);

        nodes.forEach(node -> node.command("CLIENT", "KILL", "SKIPME", "yes"));

        await().until(() -> nodes.nodes().stream().allMatch(node -> channels(node) == 1));
        await().until(() -> held.release() == ReleaseResult.RELEASED || Votes.count(nodes, "a") == 0);
        assertThat(waiting.get(RETRY.toMillis() / 2, TimeUnit.MILLISECONDS)).isInstanceOf(AcquireResult.Granted.class);
    }

    @Test
    void waiters_of_one_client_are_served_in_the_order_in_which_they_came(RedisNodeSet nodes) throws Exception {
        Redlock client = clients.connect(nodes);
        Lease held = client.acquire("a", WOKEN);
        List<CompletableFuture<AcquireResult>> waiting = new java.util.ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(client.acquireAsync(List.of("a"), WOKEN));
        }

        FencingToken last = held.token();
        held.close();
        for (CompletableFuture<AcquireResult> next : waiting) {
            try (Lease lease =
                    next.get(RETRY.toMillis() / 2, TimeUnit.MILLISECONDS).orThrow()) {
                assertThat(lease.token()).isGreaterThan(last);
                last = lease.token();
            }
        }
        awaitNobodyWaits(nodes);
    }

    @Test
    void a_waiter_that_gives_up_leaves_the_line(RedisNodeSet nodes) {
        clients.connect(nodes).acquire("a");
        Redlock waiter = clients.connect(nodes);
        CompletableFuture<AcquireResult> waiting = waiter.acquireAsync(List.of("a"), WOKEN);
        awaitPlaceInLine(nodes);

        waiting.cancel(true);

        awaitNobodyWaits(nodes);
    }

    /** At the node that rivals ask first. */
    private static void awaitPlaceInLine(RedisNodeSet nodes) {
        await().until(() -> nodes.node(0).command("ZCARD", LINE).equals("1"));
        nodes.nodes()
                .subList(1, nodes.nodes().size())
                .forEach(node -> assertThat(node.command("EXISTS", LINE)).isEqualTo("0"));
    }

    private static void awaitNobodyWaits(RedisNodeSet nodes) {
        await().untilAsserted(() -> assertThat(nodes)
                .allMatch(node -> node.command("EXISTS", LINE).equals("0"), "has no line")
                .allMatch(
                        node -> node.command("PUBSUB", "NUMSUB", "redlock:a").endsWith("\n0"),
                        "tells nobody of the name"));
    }

    /** Who waits once is told of its turns from then on, by one channel. */
    private static long channels(RedisNode node) {
        return node.command("PUBSUB", "CHANNELS").lines().count();
    }
}
