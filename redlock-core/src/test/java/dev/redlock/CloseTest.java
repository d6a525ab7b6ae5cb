package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Closing gives back what is held, ends all waits, and leaves neither a thread nor a connection. */
@RedisNodes(3)
@Isolated("looks at all threads of this JVM")
class CloseTest {
    private static final LockOptions RENEWED = LockOptions.defaults().withRenewal(true);

    @Test
    void what_is_held_is_given_back_and_its_holder_told(RedisNodeSet nodes) {
        Redlock redlock = Redlock.connect(nodes.uriArray());
        Lease lease = redlock.acquire("a", RENEWED);
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        lease.onLost(reasons::add);
        await().until(() -> Votes.count(nodes, "a") == 3);

        redlock.close();

        Votes.awaitNone(nodes, "a");
        await().until(() -> reasons.equals(List.of(LossReason.CLOSED)));
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void who_waits_is_woken_up_with_an_error(RedisNodeSet nodes) {
        try (Redlock holder = Redlock.connect(nodes.uriArray())) {
            holder.acquire("a");
            Redlock redlock = Redlock.connect(nodes.uriArray());
            CompletableFuture<AcquireResult> first = redlock.acquireAsync("a");
            CompletableFuture<Lease> second = CompletableFuture.supplyAsync(() -> redlock.acquire("a"));
            await().until(() -> !redlock.isIdle());

            redlock.close();

            assertThatThrownBy(() -> first.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
            assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void what_comes_after_is_refused(RedisNodeSet nodes) {
        Redlock redlock = Redlock.connect(nodes.uriArray());
        redlock.close();
        redlock.close();

        assertThatThrownBy(() -> redlock.acquire("a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void no_thread_and_no_connection_is_left(RedisNodeSet nodes) {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Redlock redlock = Redlock.connect(nodes.uriArray());
        redlock.acquire("a", RENEWED);
        redlock.acquireAsync("a");
        redlock.acquireAsync("b").join().orThrow().onLost(reason -> {});
        assertThat(ours(before)).isNotEmpty();
        assertThat(connections(nodes.node(0))).isGreaterThan(1);

        redlock.close();

        await().untilAsserted(() -> assertThat(ours(before)).isEmpty());
        await().untilAsserted(() -> assertThat(nodes).allMatch(node -> connections(node) == 1, "has our probe only"));
    }

    @Test
    void dead_and_frozen_nodes_do_not_hold_up_the_end(RedisNodeSet nodes) {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Duration limit = Duration.ofMillis(500);
        Redlock redlock =
                Redlock.builder().nodes(nodes.uriArray()).closeTimeout(limit).connect();
        redlock.acquire("a", RENEWED);
        nodes.node(0).kill();
        nodes.node(1).pause();
        nodes.node(2).pause();
        long start = System.nanoTime();

        redlock.close();

        // Three steps with this limit each: the releases, the connections, and the threads, which get a second more.
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(limit.multipliedBy(3).plusSeconds(2));
        await().untilAsserted(() -> assertThat(ours(before)).isEmpty());
    }

    @Test
    void a_client_that_could_not_be_connected_leaves_nothing_either(RedisNodeSet nodes) {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        nodes.node(0)
                .command(
                        "REPLICAOF", "127.0.0.1", Integer.toString(nodes.node(1).port()));

        assertThatThrownBy(() -> Redlock.connect(nodes.uriArray()))
                .isInstanceOf(WrongSetupException.class)
                .hasMessageContaining("replica");

        nodes.node(0).command("REPLICAOF", "NO", "ONE");
        await().untilAsserted(() -> assertThat(ours(before)).isEmpty());
        await().untilAsserted(() -> assertThat(connections(nodes.node(2))).isEqualTo(1));
    }

    /** Daemon threads that the JVM or Netty keep for all time are not ours. */
    private static Set<String> ours(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.startsWith("redlock") || name.startsWith("lettuce"))
                .collect(Collectors.toSet());
    }

    private static long connections(RedisNode node) {
        return node.command("CLIENT", "LIST")
                .lines()
                .filter(line -> !line.isBlank())
                .count();
    }
}
