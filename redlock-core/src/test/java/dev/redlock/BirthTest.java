package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.MAX_TTL;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A new cluster works at once, and one that has lost its data is not taken for a new one. */
@RedisNodes(5)
class BirthTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_new_cluster_works_at_once(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);

        assertThat(client.tryAcquire("a", TRY_ONCE)).isPresent();
        Standings.awaitVoter(client, 0, 1, 2, 3, 4);
    }

    @RepeatedTest(10)
    void clients_that_start_together_on_a_new_cluster_can_all_lock_soon(RedisNodeSet nodes) {
        CyclicBarrier start = new CyclicBarrier(5);
        List<CompletableFuture<Duration>> all = IntStream.range(0, 5)
                .mapToObj(client -> CompletableFuture.supplyAsync(
                        () -> timeToFirstLock(nodes, "lock of client " + client, start),
                        task -> new Thread(task).start()))
                .toList();

        // Whoever comes a moment too late to see the birth looks again soon, and does not wait for a quarantine to end.
        assertThat(all).allSatisfy(one -> assertThat(one.join()).isLessThan(MAX_TTL));
    }

    private Duration timeToFirstLock(RedisNodeSet nodes, String name, CyclicBarrier start) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        long begin = System.nanoTime();
        clients.connect(nodes, GUARDED).acquire(name, PATIENT);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void a_node_that_was_down_at_the_birth_joins_later(RedisNodeSet nodes) {
        nodes.node(4).kill();
        Redlock client = clients.connect(nodes, GUARDED);
        assertThat(client.tryAcquire("a", TRY_ONCE)).isPresent();

        await().during(Duration.ofMillis(2_100))
                .atMost(Duration.ofSeconds(4))
                .until(() -> !nodes.node(4).isRunning());
        nodes.node(4).start();
        Standings.awaitQuarantine(client, 4);

        await().atMost(MAX_TTL.plusSeconds(3)).until(() -> Standings.of(client, 4), "votes"::equals);
    }

    @Test
    void a_majority_that_lost_its_data_is_not_new_because_it_answers_first(RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, GUARDED);
        Lease lease = holder.acquire("a", LONGEST);
        List<RedisNode> wiped = nodes.nodes().subList(0, 3);
        List<RedisNode> slow = nodes.nodes().subList(3, 5);
        await().until(() -> Votes.count(nodes, "a") == 5);
        slow.forEach(RedisNode::pause);
        wiped.forEach(node -> node.command("FLUSHALL"));
        wiped.forEach(node -> node.command("CONFIG", "RESETSTAT"));

        CompletableFuture<Redlock> connecting = CompletableFuture.supplyAsync(() -> clients.connect(nodes, GUARDED));
        await().until(() -> wiped.stream().allMatch(node -> Traffic.calls(node, "hmget") > 0));
        await().during(Duration.ofMillis(300))
                .until(() -> wiped.stream()
                        .allMatch(node -> node.command("HEXISTS", "redlock.records", ".run")
                                .equals("0")));
        slow.forEach(RedisNode::resume);

        Redlock rival = connecting.join();
        assertThat(Standings.of(rival, 0)).contains("it has no records, although other nodes have");
        ShortLeases.assertNeverGrantedBeside(lease, rival);
    }
}
