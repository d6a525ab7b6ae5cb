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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What cannot work is refused at the start, with a reason, and not found out when two hold the same lock. */
@RedisNodes(3)
class WrongSetupTest {
    @RegisterExtension
    final Clients clients = new Clients();

    /** Settings outlive a test, unlike keys. */
    @AfterEach
    void mend(RedisNodeSet nodes) {
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory", "0"));
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory-policy", "noeviction"));
    }

    @Test
    void a_sound_set_up_is_accepted(RedisNodeSet nodes) {
        nodes.forEach(node -> node.command("CONFIG", "SET", "maxmemory", "100mb"));

        assertThat(clients.connect(nodes, GUARDED).tryAcquire("a", TRY_ONCE)).isPresent();
    }

    @Test
    void a_node_that_may_evict_our_keys_is_refused(RedisNodeSet nodes) {
        letEvict(nodes.node(1));

        assertRefused(nodes.uriArray(), nodes.node(1), "maxmemory-policy is allkeys-lru");
    }

    @Test
    void a_node_that_may_evict_our_keys_is_taken_if_asked_for_and_then_gives_a_lock_twice(RedisNodeSet nodes) {
        nodes.forEach(WrongSetupTest::letEvict);
        Redlock client = clients.connect(nodes, GUARDED.andThen(RedlockBuilder::tolerateEviction));
        Lease lease = client.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);

        nodes.forEach(node -> evict(node, Votes.key("a")));

        assertThat(client.tryAcquire("a", TRY_ONCE)).isPresent();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void one_server_under_two_addresses_is_refused(RedisNodeSet nodes) {
        String again = nodes.node(0).uri().replace("127.0.0.1", "localhost");
        String[] uris = {nodes.node(0).uri(), nodes.node(1).uri(), again};

        assertRefused(uris, nodes.node(0), "node 1 and node 3 of the configuration are one and the same server");
    }

    @Test
    void one_address_listed_twice_is_refused(RedisNodeSet nodes) {
        String[] uris = {nodes.node(0).uri(), nodes.node(1).uri(), nodes.node(0).uri()};

        assertThatThrownBy(() -> clients.connect(uris, GUARDED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is listed twice");
    }

    @Test
    void a_client_with_another_number_of_nodes_is_refused(RedisNodeSet nodes) {
        clients.connect(nodes, GUARDED);
        String[] fewer = {nodes.node(0).uri()};

        assertRefused(fewer, nodes.node(0), "cluster of 3 nodes, but this client is configured with 1");
    }

    @Test
    void a_replica_is_refused_as_a_node(RedisNodeSet nodes) {
        nodes.node(1)
                .command(
                        "REPLICAOF",
                        nodes.node(0).host(),
                        Integer.toString(nodes.node(0).port()));

        assertRefused(nodes.uriArray(), nodes.node(1), "only a primary may be a node");
    }

    @Test
    void a_set_up_that_is_mended_is_accepted_without_a_new_client(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        List<RedisNode> majority = nodes.nodes().subList(0, 2);
        majority.forEach(RedisNode::kill);
        majority.forEach(RedisNode::start);
        majority.forEach(WrongSetupTest::letEvict);
        await().untilAsserted(() -> assertThat(Standings.of(client, 0)).startsWith("refused"));
        assertThatThrownBy(() -> client.tryAcquire("a", TRY_ONCE))
                .isInstanceOf(QuorumUnavailableException.class)
                .hasMessageContaining("allkeys-lru");

        mend(nodes);

        assertThat(client.acquire("a", PATIENT)).matches(Lease::isValid);
    }

    private void assertRefused(String[] uris, RedisNode node, String why) {
        assertThatThrownBy(() -> clients.connect(uris, GUARDED))
                .isInstanceOfSatisfying(
                        WrongSetupException.class,
                        refused -> assertThat(refused.nodes()).anySatisfy(answer -> {
                            assertThat(answer.node()).isEqualTo(node.host() + ":" + node.port());
                            assertThat(answer.answer()).contains(why);
                        }));
    }

    private static void letEvict(RedisNode node) {
        node.command("CONFIG", "SET", "maxmemory", "100mb");
        node.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    }

    /** Which key goes is up to Redis; a test cannot choose, so it does what eviction would. */
    private static void evict(RedisNode node, String key) {
        assertThat(node.command("DEL", key)).isEqualTo("1");
    }
}
