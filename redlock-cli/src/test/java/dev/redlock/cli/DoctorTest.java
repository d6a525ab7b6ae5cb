package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.redlock.Redlock;
import dev.redlock.cli.Cli.Result;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each fault of a node is found, and weighed. */
@RedisNodes(3)
class DoctorTest {

    @Test
    void healthy_nodes_are_fit_and_nothing_is_left_on_them(RedisNodeSet nodes) {
        Result result = Cli.withNodes(nodes.uris()).run("doctor");

        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out()).contains("fit for locks", "master", " ms", "append-only");
        assertThat(nodes.nodes()).allMatch(node -> node.command("DBSIZE").equals("0"));
    }

    @Test
    void a_dead_node_of_three_is_a_warning(RedisNodeSet nodes) {
        nodes.node(1).kill();

        Result result = Cli.withNodes(nodes.uris()).run("doctor");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("WARNING", "Connection refused", "no other node may fail");
    }

    @Test
    void one_server_under_two_addresses_is_critical(RedisNodeSet nodes) {
        String port = ":" + nodes.node(0).port();

        Result result = Cli.withNodes(List.of(
                        "127.0.0.1" + port, "localhost" + port, nodes.node(1).uri()))
                .run("doctor");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("is the same server as", "count twice");
    }

    @Test
    void eviction_is_critical(RedisNodeSet nodes) {
        RedisNode node = nodes.node(0);
        node.command("CONFIG", "SET", "maxmemory", "100mb");
        node.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        try {
            Result result = Cli.withNodes(nodes.uris()).run("doctor");

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.out()).contains("may evict keys", "noeviction");
        } finally {
            node.command("CONFIG", "SET", "maxmemory", "0");
            node.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }
    }

    @Test
    void a_replica_is_critical(RedisNodeSet nodes) {
        RedisNode node = nodes.node(2);
        node.command("REPLICAOF", "127.0.0.1", String.valueOf(nodes.node(0).port()));
        try {
            Result result = Cli.withNodes(nodes.uris()).run("doctor");

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.out()).contains("is a replica");
        } finally {
            node.command("REPLICAOF", "NO", "ONE");
        }
    }

    @Test
    void clocks_that_are_apart_are_a_warning_and_far_apart_critical(RedisNodeSet nodes) {
        RedisNode node = nodes.node(2);
        assumeTrue(node.canMoveClock());
        node.moveClock(Duration.ofSeconds(5));
        Result apart = Cli.withNodes(nodes.uris()).run("doctor");
        node.moveClock(Duration.ofSeconds(-100));
        Result farApart = Cli.withNodes(nodes.uris()).run("doctor");

        assertThat(apart.exitCode()).isEqualTo(1);
        assertThat(apart.out()).contains("clocks of the nodes are", "NTP");
        assertThat(farApart.exitCode()).isEqualTo(2);
    }

    @Test
    void a_user_that_may_not_do_everything_is_critical_and_what_it_lacks_is_named(RedisNodeSet nodes) {
        for (RedisNode node : nodes) {
            node.command("ACL", "SETUSER", "weak", "on", ">pw", "~redlock*", "&*", "+@all", "-pexpire", "-hset");
        }
        Result result = Cli.withNodes(nodes.uris())
                .with("REDLOCK_USERNAME", "weak")
                .with("REDLOCK_PASSWORD", "pw")
                .run("doctor");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("refuses what the lock needs", "PEXPIRE", "HSET", "Access rights");
    }

    @Test
    void the_rights_that_the_documentation_asks_for_are_enough(RedisNodeSet nodes) {
        for (RedisNode node : nodes) {
            node.command(
                    ("ACL SETUSER lock on >pw resetchannels ~redlock:* ~redlock.* &redlock:* +evalsha +eval +script|load"
                                    + " +info +ping +subscribe +unsubscribe +publish +get +set +setrange +del +pttl +pexpire +hget +hmget"
                                    + " +hset +unlink +zadd +zcard +zpopmin +zrem +scan +time")
                            .split(" ", -1));
        }
        Result result = Cli.withNodes(nodes.uris())
                .with("REDLOCK_USERNAME", "lock")
                .with("REDLOCK_PASSWORD", "pw")
                .run("doctor");

        assertThat(result.exitCode()).as(result.out()).isZero();
    }

    @Test
    void a_node_in_quarantine_is_a_warning(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            redlock.acquire("a").release();
            nodes.node(2).restartEmpty();

            Result result = Cli.withNodes(nodes.uris()).run("doctor", "--json");

            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.out()).contains("in quarantine", "\"severity\":\"warning\"");
        }
    }

    @Test
    void another_number_of_nodes_than_the_cluster_has_is_critical(RedisNodeSet nodes) {
        Redlock.connect(nodes.uriArray()).close();

        Result result = Cli.withNodes(nodes.uris().subList(0, 2)).run("doctor");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("belongs to a cluster of 3 nodes", "even number");
    }

    @Test
    void a_password_on_the_command_line_is_a_warning(RedisNodeSet nodes) {
        nodes.forEach(node -> node.command("ACL", "SETUSER", "me", "on", ">geheim", "allkeys", "allchannels", "+@all"));
        String uris = String.join(",", nodes.uris()).replace("redis://", "redis://me:geheim@");

        Result result = new Cli().run("doctor", "--nodes", uris);

        assertThat(result.exitCode()).as(result.out()).isEqualTo(1);
        assertThat(result.out()).contains("(ps)").doesNotContain("geheim");
    }
}
