package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claim;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.time.Duration;
import java.util.List;

/** What nodes have stored for a lock, read past the lock itself. */
final class Votes {
    /** Ends soon, but leaves the nodes of a busy machine time to answer a release. */
    static final LockOptions BRIEF =
            LockOptions.defaults().withTtl(Duration.ofMillis(600)).withNodeTimeout(Duration.ofMillis(300));

    private static final String STRANGER = "a-stranger-with-a-long\tstranger";

    private Votes() {}

    static String key(String name) {
        return "redlock:" + name;
    }

    /** What is stored as the vote of each node; an empty text where there is none. */
    static List<String> of(RedisNodeSet nodes, String name) {
        return nodes.nodes().stream().map(node -> on(node, name)).toList();
    }

    static String on(RedisNode node, String name) {
        return node.command("GET", key(name));
    }

    static long count(RedisNodeSet nodes, String name) {
        return of(nodes, name).stream().filter(vote -> !vote.isEmpty()).count();
    }

    /** In milliseconds; -2 where there is no vote. */
    static List<Long> ttls(RedisNodeSet nodes, String name) {
        return nodes.nodes().stream().map(node -> ttl(node, name)).toList();
    }

    static long ttl(RedisNode node, String name) {
        return Long.parseLong(node.command("PTTL", key(name)));
    }

    /** The last token the node gave for the name; 0 if it never gave one. */
    static long counter(RedisNode node, String name) {
        String entry = node.command("HGET", "redlock.records", name);
        return entry.isEmpty() ? 0 : Long.parseLong(entry);
    }

    /** For how many names the node remembers a token. */
    static long entries(RedisNode node) {
        return node.command("HKEYS", "redlock.records")
                .lines()
                .filter(field -> !field.startsWith("."))
                .count();
    }

    /** Lets the node forget the tokens of all names, and nothing else. */
    static void dropEntries(RedisNode node) {
        node.command(
                "EVAL",
                "for _, field in ipairs(redis.call('HKEYS', 'redlock.records')) do"
                        + " if string.sub(field, 1, 1) ~= '.' then redis.call('HDEL', 'redlock.records', field) end end",
                "0");
    }

    /** Whether the node has refused its vote to somebody. */
    static boolean isWanted(RedisNode node, String name) {
        return Claim.isWanted(on(node, name));
    }

    /** Makes a node vote for somebody else. */
    static void giveToStranger(RedisNode node, String name) {
        assertThat(node.command("SET", key(name), STRANGER, "PX", "60000", "NX"))
                .as("a vote for a stranger on %s", node)
                .isEqualTo("OK");
    }

    static void takeFromStranger(RedisNode node, String name) {
        assertThat(node.command("DEL", key(name))).isEqualTo("1");
    }

    static void assertNone(RedisNodeSet nodes, String name) {
        assertThat(of(nodes, name)).as("votes for %s", name).containsOnly("");
    }

    static void awaitNone(RedisNodeSet nodes, String name) {
        await("no votes for " + name).until(() -> count(nodes, name) == 0);
    }

    static void awaitNone(RedisNode node, String name) {
        await("no vote for " + name + " on " + node).until(() -> on(node, name).isEmpty());
    }

    /**
     * Waits for a node that gave its vote to an attempt that failed to have got it back, by a withdrawal and not by
     * expiry. An attempt fails when a quorum is out of reach, which may be before the last node was asked.
     */
    static void awaitWithdrawn(RedisNode node, String name, LockOptions attempt) {
        await("the vote for " + name + " given and taken back on " + node)
                .atMost(attempt.ttl().dividedBy(2))
                .until(() -> counter(node, name) > 0 && on(node, name).isEmpty());
    }

    /** Waits for the lease to end by itself, as the nodes see it. */
    static void awaitExpiry(RedisNodeSet nodes, Lease lease) {
        await("expiry of " + lease)
                .atMost(Duration.ofSeconds(10))
                .until(() -> !lease.isValid() && count(nodes, lease.name()) == 0);
    }
}
