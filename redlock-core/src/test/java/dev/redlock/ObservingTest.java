package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Looking changes nothing. */
@RedisNodes(3)
class ObservingTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void an_observer_lets_no_node_vote_and_any_other_client_does(RedisNodeSet nodes) {
        LockStatus status = clients.connect(nodes, RedlockBuilder::observing).inspect("a");

        assertThat(status.nodes()).noneMatch(node -> node.standing().equals("votes"));
        assertThat(records(nodes)).containsOnly("0");

        clients.connect(nodes);
        assertThat(records(nodes)).containsOnly("1");
    }

    @Test
    void an_observer_sees_what_the_others_hold_whatever_their_longest_ttl(RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, builder -> builder.maxTtl(Duration.ofSeconds(31)));
        Lease lease = holder.acquire("a");

        LockStatus status = clients.connect(nodes, RedlockBuilder::observing).inspect("a");

        assertThat(status.holder().orElseThrow().token()).contains(lease.token());
        assertThat(status.nodes()).allMatch(node -> node.standing().equals("votes"));
        assertThat(nodes.node(0).command("HGET", "redlock.records", ".maxttl")).isEqualTo("31000");
    }

    @Test
    void an_observer_shows_a_node_that_cannot_take_part_and_why(RedisNodeSet nodes) {
        clients.connect(nodes);
        String[] two = nodes.uris().subList(0, 2).toArray(String[]::new);

        Redlock observer = clients.connect(two, RedlockBuilder::observing);

        assertThat(observer.inspect("a").nodes())
                .allMatch(node -> node.standing().startsWith("refused: it belongs to a cluster of 3 nodes"));
    }

    @Test
    void an_observer_goes_on_looking(RedisNodeSet nodes) {
        Redlock observer = clients.connect(nodes, RedlockBuilder::observing);
        assertThat(observer.nodes()).noneMatch(node -> node.state() == NodeHealth.State.VOTES);

        clients.connect(nodes);

        await().until(() -> observer.nodes().stream().allMatch(node -> node.state() == NodeHealth.State.VOTES));
    }

    @Test
    void an_observer_cannot_acquire(RedisNodeSet nodes) {
        Redlock observer = clients.connect(nodes, RedlockBuilder::observing);

        assertThatThrownBy(() -> observer.tryAcquire("a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only looks");
    }

    @Test
    void a_node_that_cannot_be_reached_is_shown_with_the_cause(RedisNodeSet nodes) {
        clients.connect(nodes);
        nodes.node(2).kill();

        LockStatus status = clients.connect(nodes, RedlockBuilder::observing).inspect("a");

        assertThat(status.nodes().get(2).standing()).startsWith("down: ").contains("Connection refused");
    }

    private static List<String> records(RedisNodeSet nodes) {
        return nodes.nodes().stream()
                .map((RedisNode node) -> node.command("EXISTS", "redlock.records"))
                .toList();
    }
}
