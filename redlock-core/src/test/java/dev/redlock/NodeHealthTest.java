package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.NodeHealth.State;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client makes of its nodes can be read at any time, without asking them. */
@RedisNodes(3)
class NodeHealthTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void all_nodes_vote(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        assertThat(redlock.quorum()).isEqualTo(2);
        assertThat(redlock.nodes()).extracting(NodeHealth::state).containsOnly(State.VOTES);
        assertThat(redlock.nodes())
                .extracting(NodeHealth::node)
                .containsExactlyElementsOf(nodes.nodes().stream()
                        .map(node -> node.host() + ":" + node.port())
                        .toList());
    }

    @Test
    void a_dead_node_and_one_that_has_forgotten_are_told_apart(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        nodes.node(0).kill();
        nodes.node(2).restartEmpty();

        await().until(() -> redlock.nodes().get(0).state() == State.DOWN);
        await().until(() -> redlock.nodes().get(2).state() == State.QUARANTINED);
        assertThat(redlock.nodes().get(0).detail()).startsWith("down: ");
        assertThat(redlock.nodes().get(1).state()).isEqualTo(State.VOTES);
        assertThat(redlock.nodes().get(2).detail()).contains("it restarted without its data");
    }

    @Test
    void a_name_knows_the_policy_that_counts_for_it(RedisNodeSet nodes) {
        LockOptions brief = LockOptions.defaults().withTtl(Duration.ofSeconds(1));
        Redlock redlock = clients.connect(
                nodes, builder -> builder.policy("payout:*", brief).policy("payout:42", LockOptions.defaults()));

        assertThat(redlock.policyOf("payout:42")).contains("payout:*");
        assertThat(redlock.policyOf("refund:1")).isEmpty();
    }
}
