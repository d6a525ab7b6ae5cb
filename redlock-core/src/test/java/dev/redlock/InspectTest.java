package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People can see who has a lock, and take it away. */
@RedisNodes(3)
class InspectTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void the_holder_is_shown_with_its_label_its_metadata_and_its_token(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes, builder -> builder.owner("billing-1"));
        Lease lease =
                redlock.acquire("a", LockOptions.defaults().withMetadata(Map.of("request", "r=7", "user", "müller")));
        await().until(() -> Votes.count(nodes, "a") == 3);

        LockStatus status = clients.connect(nodes).inspect("a");

        LockStatus.Vote holder = status.holder().orElseThrow();
        assertThat(holder.owner()).isEqualTo("billing-1");
        assertThat(holder.metadata()).isEqualTo(Map.of("request", "r=7", "user", "müller"));
        assertThat(holder.token()).contains(lease.token());
        assertThat(holder.remaining()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
        assertThat(status.needed()).isEqualTo(2);
        assertThat(status.nodes()).hasSize(3).allMatch(node -> node.vote().isPresent());
    }

    @Test
    void the_label_of_the_options_goes_before_that_of_the_client(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes, builder -> builder.owner("billing-1"));
        redlock.acquire("a", LockOptions.defaults().withOwner("night job"));

        assertThat(redlock.inspect("a").holder().orElseThrow().owner()).isEqualTo("night job");
    }

    @Test
    void a_free_lock_has_no_holder(RedisNodeSet nodes) {
        LockStatus status = clients.connect(nodes).inspect("a");

        assertThat(status.holder()).isEmpty();
        assertThat(status.nodes()).allMatch(node -> node.standing().equals("votes"));
    }

    @Test
    void a_minority_of_votes_is_no_holder(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        Votes.giveToStranger(nodes.node(1), "a");

        LockStatus status = redlock.inspect("a");

        assertThat(status.holder()).isEmpty();
        assertThat(status.nodes().get(1).vote().orElseThrow().owner()).isEqualTo("stranger");
    }

    @Test
    void a_node_that_is_down_is_shown_as_such(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        redlock.acquire("a");
        nodes.node(2).kill();
        await().until(() -> redlock.inspect("a").nodes().get(2).standing().startsWith("down: "));

        LockStatus status = redlock.inspect("a");

        assertThat(status.holder()).isPresent();
        assertThat(status.nodes().get(2).vote()).isEmpty();
    }

    @Test
    void all_locks_are_listed_by_name(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        redlock.acquire("b:2");
        redlock.acquire("a:1");
        redlock.acquire("c").close();
        Votes.awaitNone(nodes, "c");
        nodes.forEach(node -> node.command("SET", "unrelated", "value"));

        assertThat(redlock.locks()).extracting(LockStatus::name).containsExactly("a:1", "b:2");
        assertThat(redlock.locks()).allMatch(status -> status.holder().isPresent());
    }

    @Test
    void an_operator_can_take_a_lock_away_and_sees_whose_it_was(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes, builder -> builder.owner("billing-1"));
        Lease lease = redlock.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);
        Redlock operator = clients.connect(nodes);

        LockStatus before = operator.forceRelease("a");

        assertThat(before.holder().orElseThrow().owner()).isEqualTo("billing-1");
        Votes.assertNone(nodes, "a");
        assertThat(lease.release()).isEqualTo(ReleaseResult.EXPIRED);
        assertThat(operator.acquire("a").token()).isGreaterThan(lease.token());
    }

    @Test
    void taking_away_what_nobody_has_does_nothing(RedisNodeSet nodes) {
        assertThat(clients.connect(nodes).forceRelease("a").holder()).isEmpty();
    }
}
