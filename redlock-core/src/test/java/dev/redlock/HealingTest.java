package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.MAX_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Renewal brings back the vote of a node that forgot it, where that takes nothing from anybody. */
@RedisNodes(5)
class HealingTest {
    private static final LockOptions RENEWED =
            LONGEST.withTtl(Duration.ofMillis(1_500)).withRenewal(true);

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_node_that_came_back_empty_gets_the_vote_again_once_it_is_admitted(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        Lease lease = client.acquire("a", RENEWED);
        await().until(() -> Votes.count(nodes, "a") == 5);

        nodes.node(4).restartEmpty();
        Standings.awaitQuarantine(client, 4);
        assertThat(Votes.on(nodes.node(4), "a")).isEmpty();

        await().atMost(MAX_TTL.multipliedBy(3)).until(() -> Votes.count(nodes, "a") == 5);
        assertThat(Standings.of(client, 4)).isEqualTo("votes");
        assertThat(Votes.counter(nodes.node(4), "a"))
                .as("the token, or a floor above it")
                .isIn(0L, lease.token().value());
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void a_vote_that_ended_on_one_node_is_taken_again_with_its_token(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        Lease lease = client.acquire("a", RENEWED);
        await().until(() -> Votes.count(nodes, "a") == 5);

        nodes.node(4).command("DEL", Votes.key("a"));
        nodes.node(4).command("HSET", "redlock.records", "a", "1");

        await().until(() -> Votes.count(nodes, "a") == 5);
        assertThat(Votes.counter(nodes.node(4), "a")).isEqualTo(lease.token().value());
    }

    @Test
    void a_vote_that_somebody_else_has_by_now_is_left_alone(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        Recorder told = new Recorder();
        Redlock holder = clients.connect(nodes, GUARDED.andThen(settings -> settings.listener(told)));
        holder.acquire("a", RENEWED);
        await().until(() -> Votes.count(nodes, "a") == 5);

        nodes.node(4).command("DEL", Votes.key("a"));
        Votes.giveToStranger(nodes.node(4), "a");
        String stranger = Votes.on(nodes.node(4), "a");
        int renewals = told.renewed.size();
        await().until(() -> told.renewed.size() > renewals + 1);

        assertThat(Votes.on(nodes.node(4), "a")).isEqualTo(stranger);
        assertThat(Votes.ttl(nodes.node(4), "a")).isGreaterThan(10_000);
        assertThat(told.lost).isEmpty();
        assertThat(Standings.of(client, 4)).isEqualTo("votes");
    }

    @Test
    void a_lease_that_ended_is_not_brought_back(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        Redlock holder = clients.connect(nodes, GUARDED.andThen(settings -> settings.listener(told)));
        Lease lease = holder.acquire("a", RENEWED);
        await().until(() -> Votes.count(nodes, "a") == 5);

        // Three nodes stand still for as long as the lease lasts, and then get all that was sent meanwhile.
        nodes.nodes().subList(0, 3).forEach(node -> node.pause());
        await().until(() -> !told.lost.isEmpty());
        await().until(() -> !lease.isValid());
        nodes.nodes().subList(0, 3).forEach(node -> node.resume());

        Votes.awaitNone(nodes, "a");
        await().during(RENEWED.ttl()).atMost(Duration.ofSeconds(5)).until(() -> Votes.count(nodes, "a") == 0);
        assertThat(lease.isValid()).isFalse();
    }
}
