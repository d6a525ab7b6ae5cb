package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A lock name per payout means millions of names; what a node keeps of them is little, and not for ever. */
@RedisNodes(1)
class NameMemoryTest {
    private static final int REAL = 5_000;
    private static final int NAMES = 1_000_000;

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_million_names_take_little_memory_and_give_it_back(RedisNodeSet nodes) throws InterruptedException {
        RedisNode node = nodes.node(0);
        Redlock client = clients.connect(nodes, GUARDED);
        long before = usedMemory(node);

        lockEach(client, REAL);
        long others = Long.parseLong(node.command("HLEN", "redlock.records")) - Votes.entries(node);
        await().until(() -> Votes.entries(node) == REAL);
        addEntries(node, REAL, NAMES);

        assertThat(node.command("HLEN", "redlock.records")).isEqualTo(Long.toString(NAMES + others));
        long perName = (usedMemory(node) - before) / NAMES;
        assertThat(perName).isLessThan(80);

        clients.connect(nodes, GUARDED.andThen(settings -> settings.tokenRetention(Duration.ofMillis(100))));
        await().atMost(Duration.ofSeconds(20)).until(() -> usedMemory(node) < before + 2_000_000);
    }

    /** With real clients, as many at a time as the connection takes. */
    private static void lockEach(Redlock client, int names) throws InterruptedException {
        Semaphore inFlight = new Semaphore(500);
        for (int i = 0; i < names; i++) {
            inFlight.acquire();
            client.acquireAsync(List.of(name(i)), ShortLeases.LONGEST)
                    .thenCompose(result -> result.orThrow().releaseAsync())
                    .whenComplete((result, error) -> inFlight.release());
        }
        inFlight.acquire(500);
    }

    /** A million round trips take minutes; these are the entries that they would leave. */
    private static void addEntries(RedisNode node, int from, int to) {
        long high = Long.parseLong(node.command("HGET", "redlock.records", ".high"));
        int step = 5_000;
        for (int start = from; start < to; start += step) {
            node.command(
                    "EVAL",
                    "for i = ARGV[1], ARGV[2] - 1 do redis.call('HSET', 'redlock.records',"
                            + " string.format('payout:%07d', i), string.format('%.0f', ARGV[3] + i)) end",
                    "0",
                    Integer.toString(start),
                    Integer.toString(start + step),
                    Long.toString(high));
        }
        node.command("HSET", "redlock.records", ".high", Long.toString(high + to));
    }

    private static String name(int i) {
        return String.format("payout:%07d", i);
    }

    private static long usedMemory(RedisNode node) {
        return Long.parseLong(Traffic.info(node, "used_memory"));
    }
}
