package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The price of a lock: one command per node to take it, one to give it back, and no waiting for slow nodes. */
@RedisNodes(5)
class RoundTripTest {
    /** What our own looking at the nodes and the heartbeat of the connections add. */
    private static final List<String> NOISE = List.of("info", "config|resetstat", "config", "ping", "get");

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_lock_costs_one_command_per_node_to_take_and_one_to_give_back(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        Redlock redlock = clients.connect(nodes, told);
        resetStatistics(nodes);

        Lease lease = redlock.acquire("a");
        awaitScripts(nodes, 1);
        lease.release();

        awaitScripts(nodes, 2);
        assertThat(nodes).allSatisfy(node -> assertThat(sentTo(node)).containsOnlyKeys("evalsha"));
        assertThat(told.acquired).allMatch(Recorder.Acquired::fastPath);
    }

    @Test
    void clients_that_take_turns_on_new_and_old_names_never_need_a_second_round(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        List<Redlock> three =
                List.of(clients.connect(nodes, told), clients.connect(nodes, told), clients.connect(nodes, told));
        // Once each: until then a client does not know what the others have seen since it connected.
        three.forEach(client -> client.acquire("warm-up").close());
        Votes.awaitNone(nodes, "warm-up");
        resetStatistics(nodes);
        told.acquired.clear();

        for (int turn = 0; turn < 30; turn++) {
            String name = turn % 2 == 0 ? "new-" + turn : "old";
            three.get(turn % 3).acquire(name).release();
            // The next one must not meet a vote that the slowest node has not dropped yet.
            int releases = turn + 1;
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> nodes.nodes().stream().allMatch(node -> Traffic.calls(node, "del") >= releases));
        }

        // Less for a slow node, to which a request and the one that undoes it may go in one call.
        assertThat(nodes).allSatisfy(node -> {
            assertThat(sentTo(node)).containsOnlyKeys("evalsha");
            assertThat(sentTo(node).get("evalsha")).isLessThanOrEqualTo(60);
        });
        assertThat(told.acquired).hasSize(30).allMatch(Recorder.Acquired::fastPath);
    }

    @Test
    void a_contended_lock_is_counted_as_more_than_that(RedisNodeSet nodes) {
        clients.connect(nodes).acquire("a");
        Redlock waiter = clients.connect(nodes);
        resetStatistics(nodes);

        waiter.tryAcquire("a", LockOptions.defaults().withWaitTimeout(Duration.ofMillis(100)));

        assertThat(sentTo(nodes.node(0))).containsKeys("evalsha", "subscribe");
    }

    @Test
    void a_frozen_node_does_not_slow_down_the_others(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        redlock.acquire("a").close();
        nodes.node(4).pause();
        LockOptions options = LockOptions.defaults().withNodeTimeout(Duration.ofSeconds(4));

        Duration took = timed(() -> {
            for (int cycle = 0; cycle < 25; cycle++) {
                redlock.acquire("a", options).close();
            }
        });

        // To wait for the frozen node once would take longer than this; its connection is given up later still.
        assertThat(took).isLessThan(options.nodeTimeout());
    }

    @Test
    void a_node_that_is_100_ms_away_does_not_slow_down_the_others(RedisNodeSet nodes) throws IOException {
        Duration away = Duration.ofMillis(100);
        try (Address address = new Address(nodes.node(4))) {
            String[] uris = nodes.uriArray();
            uris[4] = address.uri();
            Redlock redlock = clients.connect(uris, builder -> {});
            redlock.acquire("a").close();
            address.slowDownTo(away.dividedBy(2));
            int cycles = 25;

            Duration took = timed(() -> {
                for (int cycle = 0; cycle < cycles; cycle++) {
                    assertThat(redlock.acquire("a").release()).isEqualTo(ReleaseResult.RELEASED);
                }
            });

            assertThat(timed(() -> redlock.inspect("a")))
                    .as("who asks all nodes waits for the slow one")
                    .isGreaterThan(away);
            assertThat(took).as("%s times two round trips", cycles).isLessThan(away.multipliedBy(cycles));
            Votes.awaitNone(nodes, "a");
        }
    }

    private static Duration timed(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void resetStatistics(RedisNodeSet nodes) {
        nodes.forEach(node -> assertThat(node.command("CONFIG", "RESETSTAT")).isEqualTo("OK"));
    }

    private static void awaitScripts(RedisNodeSet nodes, long calls) {
        await().pollInterval(Duration.ofMillis(2))
                .until(() ->
                        nodes.nodes().stream().allMatch(node -> sentTo(node).getOrDefault("evalsha", 0L) >= calls));
    }

    /** How often clients have sent each command. What scripts call counts as well, so that is left out. */
    private static Map<String, Long> sentTo(RedisNode node) {
        Map<String, Long> calls = new TreeMap<>();
        node.command("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_"))
                .forEach(line -> {
                    String name = line.substring("cmdstat_".length(), line.indexOf(':'));
                    String count = line.substring(line.indexOf("calls=") + 6, line.indexOf(','));
                    calls.put(name, Long.parseLong(count));
                });
        calls.keySet().removeAll(NOISE);
        calls.keySet()
                .removeAll(List.of(
                        "set",
                        "setrange",
                        "del",
                        "hget",
                        "hset",
                        "hmget",
                        "pttl",
                        "publish",
                        "pexpire",
                        "time",
                        "zadd",
                        "zcard",
                        "zrem"));
        return calls;
    }
}
