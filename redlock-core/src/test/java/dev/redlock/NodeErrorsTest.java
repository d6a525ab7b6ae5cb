package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that answers with an error gives no vote, says why, and votes again when the cause is gone. */
@RedisNodes(
        value = 3,
        arguments = {"--dir", "/proc"}) // where nothing can be saved, not even by root
class NodeErrorsTest {
    @RegisterExtension
    final Clients clients = new Clients();

    private List<RedisNode> majority = List.of();
    private Redlock client;

    @BeforeEach
    void connect(RedisNodeSet nodes) {
        majority = nodes.nodes().subList(0, 2);
        client = clients.connect(nodes, GUARDED);
    }

    /** Settings outlive a test, unlike keys. */
    @AfterEach
    void mend() {
        set("maxmemory", "0");
        set("save", "");
        set("lua-time-limit", "5000");
    }

    @Test
    void out_of_memory(RedisNodeSet nodes) {
        set("maxmemory", "1");

        assertNoQuorumBecauseOf("OOM");

        Votes.awaitWithdrawn(nodes.node(2), "a", LONGEST);
        set("maxmemory", "0");
        assertVotesAgain();
    }

    @Test
    void a_lease_can_be_extended_and_given_back_while_nodes_are_out_of_memory(RedisNodeSet nodes) {
        Lease lease = client.acquire("a", LONGEST);
        await().until(() -> Votes.count(nodes, "a") == 3);
        set("maxmemory", "1");
        assertNoQuorumBecauseOf("OOM", "b");

        lease.extend();

        assertThat(lease.isValid()).isTrue();
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        Votes.awaitNone(nodes, "a");
    }

    @Test
    void nodes_that_cannot_save_and_stop_writing() {
        set("save", "3600 1");
        majority.forEach(node -> node.command("BGSAVE"));
        await().until(() -> majority.stream()
                .allMatch(node -> Traffic.info(node, "rdb_last_bgsave_status").equals("err")));

        assertNoQuorumBecauseOf("MISCONF");

        set("save", "");
        assertVotesAgain();
    }

    @Test
    void nodes_that_became_replicas_under_us(RedisNodeSet nodes) {
        majority.forEach(node -> node.command("REPLICAOF", "127.0.0.1", "1"));

        assertNoQuorumBecauseOf("READONLY");

        await().untilAsserted(() -> assertThat(Standings.of(client, 0)).contains("it is a replica"));
        assertNoQuorumBecauseOf("only a primary may be a node");
        majority.forEach(node -> node.command("REPLICAOF", "NO", "ONE"));
        assertVotesAgain();
    }

    @Test
    void scripts_that_were_flushed_are_sent_again_unnoticed(RedisNodeSet nodes) {
        Lease lease = client.acquire("a");
        nodes.forEach(node -> node.command("SCRIPT", "FLUSH"));

        lease.extend();
        nodes.forEach(node -> node.command("SCRIPT", "FLUSH"));
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        nodes.forEach(node -> node.command("SCRIPT", "FLUSH"));

        assertThat(client.tryAcquire("a", TRY_ONCE)).isPresent();
    }

    @Test
    void nodes_that_are_busy_with_a_script() {
        set("lua-time-limit", "50");
        majority.forEach(node -> CompletableFuture.runAsync(() -> loopForEver(node)));
        majority.forEach(node -> await().until(() -> node.command("PING").startsWith("BUSY")));

        assertNoQuorumBecauseOf("BUSY");

        majority.forEach(node -> assertThat(node.command("SCRIPT", "KILL")).isEqualTo("OK"));
        // It ends some thousand steps later.
        majority.forEach(node -> await().until(() -> node.command("PING").equals("PONG")));
        assertVotesAgain();
    }

    private static void loopForEver(RedisNode node) {
        try {
            node.command("EVAL", "while true do end", "0");
        } catch (UncheckedIOException killed) {
            // It does not answer in time, or its connection ends with the test.
        }
    }

    private void assertNoQuorumBecauseOf(String cause) {
        assertNoQuorumBecauseOf(cause, "a");
    }

    private void assertNoQuorumBecauseOf(String cause, String name) {
        assertThatThrownBy(() -> client.tryAcquire(name, TRY_ONCE))
                .isInstanceOfSatisfying(QuorumUnavailableException.class, failure -> {
                    assertThat(failure.nodes().get(0).answer()).contains(cause);
                    assertThat(failure.nodes().get(1).answer()).contains(cause);
                });
    }

    private void assertVotesAgain() {
        try (Lease lease = client.acquire("a", PATIENT)) {
            assertThat(lease.isValid()).isTrue();
        }
    }

    private void set(String setting, String value) {
        majority.forEach(node ->
                assertThat(node.command("CONFIG", "SET", setting, value)).isEqualTo("OK"));
    }
}
