package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What a client makes of its nodes, in the words that people see, and locks that only some nodes know of. */
final class Standings {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Standings() {}

    static String of(Redlock client, int node) {
        return client.inspect("nobody-locks-this").nodes().get(node).standing();
    }

    static void awaitVoter(Redlock client, int... nodes) {
        for (int node : nodes) {
            await("vote of node " + node)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> of(client, node), "votes"::equals);
        }
    }

    static void awaitQuarantine(Redlock client, int... nodes) {
        for (int node : nodes) {
            await("quarantine of node " + node)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> of(client, node), standing -> standing.startsWith("in quarantine"));
        }
    }

    static void awaitDown(Redlock client, int... nodes) {
        for (int node : nodes) {
            await("loss of node " + node)
                    .atMost(PATIENCE)
                    .until(() -> of(client, node), standing -> standing.startsWith("down"));
        }
    }

    /** Acquires while the other nodes belong to a stranger, so that only these ones know of it. */
    static Lease acquireOn(RedisNodeSet nodes, Redlock client, LockOptions options, int... knowing) {
        int[] others = IntStream.range(0, nodes.size())
                .filter(node -> Arrays.stream(knowing).noneMatch(known -> known == node))
                .toArray();
        for (int other : others) {
            Votes.giveToStranger(nodes.node(other), "a");
        }
        Lease lease = client.acquire("a", options);
        for (int other : others) {
            // The request may still be on its way, and would get the vote if that were free by then.
            await("refusal by node " + other)
                    .until(() -> !of(client, other).equals("votes") || Votes.isWanted(nodes.node(other), "a"));
            Votes.takeFromStranger(nodes.node(other), "a");
        }
        for (RedisNode node : nodes) {
            boolean isOther = Arrays.stream(others).anyMatch(other -> nodes.node(other) == node);
            assertThat(Votes.on(node, "a").isEmpty()).as("vote on %s", node).isEqualTo(isOther);
        }
        return lease;
    }
}
