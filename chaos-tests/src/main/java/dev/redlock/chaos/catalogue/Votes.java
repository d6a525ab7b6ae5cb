package dev.redlock.chaos.catalogue;

import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.scenario.Stage;
import dev.redlock.node.Claim;
import dev.redlock.testkit.redis.RedisNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the nodes themselves say of a lock, whoever made it: not by way of any client. */
final class Votes {
    private Votes() {}

    /** How many nodes have a vote for this resource. */
    static long on(Stage stage, String resource) {
        return of(stage, resource).stream().filter(vote -> !vote.isEmpty()).count();
    }

    /** By node: who has its vote; empty if nobody does. */
    static List<String> of(Stage stage, String resource) {
        List<String> votes = new ArrayList<>();
        for (RedisNode node : stage.rig().nodes().subList(0, stage.contestant().nodes())) {
            votes.add(holder(node, key(stage, resource)));
        }
        return votes;
    }

    private static String holder(RedisNode node, String key) {
        return switch (node.command("TYPE", key)) {
            case "string" -> Claim.isKept(node.command("GET", key)) ? "" : node.command("GET", key);
            case "hash" -> node.command("HKEYS", key);
            default -> "";
        };
    }

    /** By node: for how many milliseconds the vote lasts; negative if there is none. */
    static List<Long> remaining(Stage stage, String resource) {
        return stage.rig().nodes().subList(0, stage.contestant().nodes()).stream()
                .map(node -> Long.parseLong(node.command("PTTL", key(stage, resource))))
                .toList();
    }

    /** How many nodes had a vote at the same time, at most, while this time passed. */
    static long mostDuring(Stage stage, String resource, Duration time) {
        long most = 0;
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            most = Math.max(most, on(stage, resource));
            stage.pass(Duration.ofMillis(10));
        }
        return most;
    }

    /** How many nodes have ever given a token for this resource. */
    static long tokensGiven(Stage stage, String resource) {
        return stage.rig().nodes().stream()
                .filter(node -> !node.command("HGET", "redlock.records", stage.fullName(resource))
                        .isEmpty())
                .count();
    }

    /** The node has given this token last. */
    static Nemesis tokenGiven(Stage stage, int node, String resource, String token) {
        RedisNode server = stage.node(node);
        String name = stage.fullName(resource);
        return new Nemesis(
                "node-" + node,
                "token " + token,
                "the last token it gave for the lock is " + token,
                () -> {
                    server.command("HSET", "redlock.records", name, token);
                    server.command("HSET", "redlock.records", ".high", token);
                },
                () -> server.command("HGET", "redlock.records", name).equals(token),
                () -> {});
    }

    static void delete(Stage stage, int node, String resource) {
        stage.node(node).command("DEL", key(stage, resource));
    }

    static String key(Stage stage, String resource) {
        String name = stage.fullName(resource);
        return stage.isOurs() ? "redlock:" + name : name;
    }
}
