package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Renewal goes on through passing trouble, ends for good with the lease, and never ends in silence. */
@RedisNodes(3)
class RenewalTest {
    private static final Duration TTL = Duration.ofMillis(900);
    private static final LockOptions RENEWED =
            LockOptions.defaults().withTtl(TTL).withRenewal(true);

    @RegisterExtension
    final Clients clients = new Clients();

    private final Recorder told = new Recorder();

    @Test
    void a_renewed_lease_outlives_its_ttl_with_the_same_token(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED);
        FencingToken token = lease.token();

        await().during(TTL.multipliedBy(2)).until(lease::isValid);

        assertThat(lease.token()).isEqualTo(token);
        assertThat(told.renewed)
                .hasSizeGreaterThanOrEqualTo(2)
                .allMatch(event -> event.token().equals(token));
        assertThat(told.renewed).allMatch(event -> event.remaining().compareTo(TTL) <= 0);
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void without_renewal_a_lease_ends_with_its_ttl(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED.withRenewal(false));

        Votes.awaitExpiry(nodes, lease);

        assertThat(told.renewed).isEmpty();
    }

    @Test
    void nothing_renews_a_lock_that_was_released(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, told);
        Lease lease = client.acquire("a", RENEWED);
        await().until(() -> !told.renewed.isEmpty());

        lease.release();

        Votes.awaitNone(nodes, "a");
        int renewals = told.renewed.size();
        await().during(TTL).until(() -> Votes.count(nodes, "a") == 0);
        assertThat(told.renewed).hasSize(renewals);
        assertThat(client.isIdle()).isTrue();
    }

    @Test
    void renewal_survives_the_loss_of_all_connections(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED);
        await().until(() -> Votes.count(nodes, "a") == 3);

        for (RedisNode node : nodes) {
            assertThat(node.command("CLIENT", "KILL", "SKIPME", "yes")).isNotEqualTo("0");
        }

        await().until(() ->
                told.nodes.stream().filter(event -> event.what().equals("up")).count() >= 6);
        await().during(TTL.multipliedBy(2)).until(lease::isValid);
        assertThat(told.lost).isEmpty();
    }

    @Test
    void renewal_survives_a_majority_that_stands_still_for_a_moment(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED.withTtl(Duration.ofSeconds(3)));
        nodes.node(0).pause();
        nodes.node(1).pause();
        Duration atPause = lease.remaining();

        // Until at least one renewal has failed: the first is due after a third of the ttl and may take half a second.
        await().until(() -> lease.remaining().compareTo(Duration.ofMillis(1300)) < 0);
        nodes.node(0).resume();
        nodes.node(1).resume();

        await().until(() -> lease.remaining().compareTo(Duration.ofSeconds(2)) > 0);
        assertThat(atPause).isPositive();
        assertThat(told.lost).isEmpty();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void a_vote_that_one_node_lost_is_restored_by_renewal(RedisNodeSet nodes) {
        clients.connect(nodes, told).acquire("a", RENEWED);
        await().until(() -> Votes.count(nodes, "a") == 3);
        String vote = Votes.on(nodes.node(1), "a");

        assertThat(nodes.node(0).command("DEL", "redlock:a")).isEqualTo("1");

        await().until(() -> Votes.on(nodes.node(0), "a").equals(vote));
    }

    @Test
    void a_holder_that_cannot_renew_is_told_before_the_lease_ends(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED.withTtl(Duration.ofSeconds(3)));
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        List<Boolean> stillValid = new CopyOnWriteArrayList<>();
        lease.onLost(reason -> {
            stillValid.add(lease.isValid());
            reasons.add(reason);
        });

        nodes.node(0).kill();
        nodes.node(1).kill();

        await().until(() -> !reasons.isEmpty());
        assertThat(reasons).containsExactly(LossReason.UNREACHABLE);
        assertThat(stillValid).as("there was time left to stop").containsExactly(true);
        await().until(() -> !lease.isValid());
        assertThatThrownBy(lease::checkValid)
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.reason()).isEqualTo(LossReason.UNREACHABLE));
        assertThat(told.lost).containsExactly(new Recorder.Lost(List.of("a"), lease.token(), LossReason.UNREACHABLE));
    }

    @Test
    void a_holder_whose_lock_was_taken_away_is_told_at_its_next_renewal(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, told);
        Lease lease = client.acquire("a", RENEWED);
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        lease.onLost(reasons::add);
        Redlock operator = clients.connect(nodes);

        operator.forceRelease("a");
        Lease next = operator.acquire("a");

        await().until(() -> reasons.equals(List.of(LossReason.TAKEN)));
        assertThat(lease.isValid()).isFalse();
        assertThat(next.isValid()).isTrue();
    }

    @Test
    void a_holder_whose_lock_was_taken_away_does_not_take_it_back_although_it_is_free(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED);
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        lease.onLost(reasons::add);

        clients.connect(nodes).forceRelease("a");

        await().until(() -> reasons.equals(List.of(LossReason.TAKEN)));
        assertThat(lease.isValid()).isFalse();
        assertThat(Votes.count(nodes, "a")).isZero();
    }

    @Test
    void a_holder_that_hangs_loses_the_lock_after_the_longest_hold_allowed(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED.withMaxHold(TTL.multipliedBy(2)));
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        lease.onLost(reasons::add);

        Votes.awaitExpiry(nodes, lease);

        assertThat(reasons).containsExactly(LossReason.MAX_HOLD);
        assertThat(told.renewed).isNotEmpty();
    }

    @Test
    void who_asks_to_be_told_after_the_loss_is_told_at_once(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a", RENEWED.withMaxHold(Duration.ofMillis(100)));
        await().until(() -> !told.lost.isEmpty());
        List<LossReason> reasons = new CopyOnWriteArrayList<>();

        lease.onLost(reasons::add);

        await().until(() -> reasons.equals(List.of(LossReason.MAX_HOLD)));
    }
}
