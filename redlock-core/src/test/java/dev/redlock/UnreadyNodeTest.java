package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that takes connections but does not let us in yet is no node, and becomes one without a new client. */
class UnreadyNodeTest {
    private static final String PASSWORD = "secret";

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    @RedisNodes(
            value = 1,
            arguments = {"--requirepass", PASSWORD})
    void a_node_that_asks_for_a_password_all_of_a_sudden(RedisNodeSet nodes) throws IOException {
        RedisNode node = nodes.node(0);
        node.command("CONFIG", "SET", "requirepass", "");
        try (Address address = new Address(node)) {
            Redlock client = clients.connect(new String[] {address.uri()}, GUARDED);
            node.command("CONFIG", "SET", "requirepass", PASSWORD);
            // Redis asks new connections only; who is connected stays so.
            client.tryAcquire("a", TRY_ONCE).orElseThrow().release();

            address.leadTo(node);

            assertNoQuorumBecauseOf("NOAUTH", client);
            node.command("CONFIG", "SET", "requirepass", "");
            assertThat(client.acquire("a", PATIENT)).matches(Lease::isValid);
        }
    }

    @Test
    @RedisNodes(
            value = 1,
            arguments = {"--rdbcompression", "no", "--key-load-delay", "15000"})
    void a_node_that_is_still_loading_its_data(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        RedisNode node = nodes.node(0);
        // While it loads, Redis answers once every 2 MB.
        node.command("EVAL", "for i = 1, 200 do redis.call('SET', 'key' .. i, string.rep('x', 50000)) end", "0");
        node.takeSnapshot();

        CompletableFuture<Void> loading = CompletableFuture.runAsync(node::restartFromSnapshot);

        assertNoQuorumBecauseOf("LOADING", client);
        loading.join();
        assertThat(client.acquire("a", PATIENT)).matches(Lease::isValid);
    }

    /** Sooner or later: first the connection is lost, and only the next one is told why. */
    private static void assertNoQuorumBecauseOf(String cause, Redlock client) {
        await().untilAsserted(() -> assertThatThrownBy(() -> client.tryAcquire("a", TRY_ONCE))
                .isInstanceOfSatisfying(
                        QuorumUnavailableException.class,
                        failure -> assertThat(failure.nodes().get(0).answer()).contains(cause)));
    }
}
