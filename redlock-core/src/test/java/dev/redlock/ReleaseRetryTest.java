package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that was away while the lock was given back is told when it is there again, and the vote does not wait for its ttl. */
@RedisNodes(
        value = 3,
        arguments = {"--appendonly", "yes", "--appendfsync", "always"})
class ReleaseRetryTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_node_that_comes_back_with_its_data_has_the_vote_again_unless_it_was_given_back(RedisNodeSet nodes) {
        RedisNode node = nodes.node(0);
        clients.connect(nodes).acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);

        node.kill();
        node.start();

        assertThat(Votes.on(node, "a")).isNotEmpty();
    }

    @Test
    void a_release_that_a_dead_node_missed_is_sent_again_when_it_is_back(RedisNodeSet nodes) {
        RedisNode node = nodes.node(0);
        Redlock client = clients.connect(nodes);
        Lease lease = client.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);
        node.kill();

        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(client.isIdle())
                .as("the release at the dead node is still owed")
                .isFalse();

        node.start();
        Votes.awaitNone(nodes, "a");
        await().until(client::isIdle);
    }

    @Test
    void a_release_that_no_majority_heard_is_not_called_done_and_is_made_up_for(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        Lease lease = client.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);
        nodes.node(0).kill();
        nodes.node(1).kill();

        assertThat(lease.release()).isEqualTo(ReleaseResult.UNCONFIRMED);

        assertThat(lease.isValid()).as("the holder has let go all the same").isFalse();
        nodes.node(0).start();
        nodes.node(1).start();
        Votes.awaitNone(nodes, "a");
        await().until(client::isIdle);
    }
}
