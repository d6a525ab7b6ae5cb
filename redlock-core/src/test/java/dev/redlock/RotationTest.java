package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes forget the tokens of single names from time to time, and no token ever goes back by that. */
@RedisNodes(3)
class RotationTest {
    private static final Duration RETENTION = Duration.ofMillis(800);

    @RegisterExtension
    final Clients clients = new Clients();

    private final List<FencingToken> tokens = new ArrayList<>();

    @Test
    void tokens_grow_over_rotations_that_clients_do_in_the_background(RedisNodeSet nodes) {
        Redlock busy = clients.connect(nodes, GUARDED);
        for (int i = 0; i < 10; i++) {
            take(busy);
        }
        // It has not seen the tokens of the busy one, so that only the nodes can keep it from giving one again.
        Redlock rotating = clients.connect(nodes, GUARDED.andThen(settings -> settings.tokenRetention(RETENTION)));
        take(busy);
        String before = rotated(nodes.node(0));

        await().until(() -> nodes.nodes().stream().allMatch(RotationTest::hasNoEntries));

        assertThat(rotated(nodes.node(0))).isNotEqualTo(before);
        take(rotating);
        take(busy);
        assertThat(tokens).hasSize(13).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void nothing_is_forgotten_before_its_time(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        take(client);

        await().during(RETENTION).until(() -> nodes.nodes().stream().noneMatch(RotationTest::hasNoEntries));
    }

    @Test
    void dropping_the_entries_without_raising_the_floor_would_give_a_token_again(RedisNodeSet nodes) {
        Redlock idle = clients.connect(nodes, GUARDED);
        Redlock busy = clients.connect(nodes, GUARDED);
        take(busy);
        take(busy);

        nodes.forEach(RotationTest::dropEntriesOnly);
        take(idle);

        assertThat(tokens.get(2)).isLessThanOrEqualTo(tokens.get(1));
    }

    @Test
    void tokens_grow_although_the_clocks_of_nodes_jump(RedisNodeSet nodes) {
        assumeThat(nodes.nodes()).allMatch(RedisNode::canMoveClock);
        Redlock rotating = clients.connect(nodes, GUARDED.andThen(settings -> settings.tokenRetention(RETENTION)));
        Redlock other = clients.connect(nodes, GUARDED);

        for (Duration offset : List.of(Duration.ofHours(1), Duration.ofHours(-1), Duration.ZERO)) {
            take(other);
            nodes.forEach(node -> node.moveClock(offset));
            await().until(() -> nodes.nodes().stream().allMatch(RotationTest::hasNoEntries));
            take(rotating);
        }

        assertThat(tokens).hasSize(6).isSorted().doesNotHaveDuplicates();
    }

    private void take(Redlock client) {
        try (Lease lease = client.tryAcquire("a", TRY_ONCE).orElseThrow()) {
            tokens.add(lease.token());
        }
    }

    private static boolean hasNoEntries(RedisNode node) {
        return Votes.entries(node) == 0;
    }

    private static String rotated(RedisNode node) {
        return node.command("HGET", "redlock.records", ".rotated");
    }

    /** A rotation gone wrong: what the node then remembers is what it was born with. */
    private static void dropEntriesOnly(RedisNode node) {
        node.command("HSET", "redlock.records", ".high", node.command("HGET", "redlock.records", ".floor"));
        Votes.dropEntries(node);
    }
}
