package dev.redlock.runtime;

import static dev.redlock.runtime.TestClient.DRIFT;
import static dev.redlock.runtime.TestClient.NODE_TIMEOUT;
import static dev.redlock.runtime.TestClient.TTL;
import static dev.redlock.runtime.TestClient.renewed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.protocol.ExtendRound;
import dev.redlock.protocol.ReleaseRound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lock that was won, until it ends. */
class HeldLeaseTest {
    private static final Duration FOR_LONG = Duration.ofHours(1);
    private static final Duration VALIDITY = TTL.minus(DRIFT);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final TestCluster cluster = new TestCluster(3);
    private final TestClient client = cluster.newSettledClient();
    private final List<String> told = new ArrayList<>();

    @Test
    void a_lease_is_valid_for_its_ttl_less_the_drift() {
        HeldLease lease = client.hold("a");
        assertThat(lease.remaining()).isEqualTo(VALIDITY);

        cluster.time.advance(VALIDITY.minusNanos(1));
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.loss()).isEmpty();
        cluster.time.advance(Duration.ofNanos(1));

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.loss()).contains(Loss.EXPIRED);
        assertThat(cluster.votes("a")).as("the nodes drop it only later").doesNotContain("");
    }

    @Test
    void a_lease_that_is_not_renewed_ends_with_a_warning_before_its_end() {
        HeldLease lease = client.hold("a");
        lease.onLost(loss -> told.add(loss + " with " + lease.remaining()));

        cluster.time.advance(VALIDITY);

        assertThat(told).containsExactly("EXPIRED with PT0.9S");
        assertThat(client.sent(Extend.class)).isZero();
    }

    @Test
    void a_lease_is_renewed_every_third_of_its_ttl_on_the_beat_before() {
        Duration beat = TTL.dividedBy(120);
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));

        cluster.time.advance(TTL.dividedBy(3).minus(beat));
        assertThat(client.sent(Extend.class)).isZero();
        cluster.time.advance(beat);
        assertThat(client.sent(Extend.class)).isEqualTo(1);
        assertThat(lease.remaining()).isBetween(VALIDITY.minus(beat), VALIDITY);
        cluster.time.advance(TTL.multipliedBy(10));

        assertThat(client.sent(Extend.class)).isBetween(31, 32);
        assertThat(lease.isValid()).isTrue();
        assertThat(cluster.votes("a")).doesNotContain("");
    }

    @Test
    void a_renewal_that_is_not_answered_is_tried_again_in_time() {
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));
        client.nodes().forEach(GatedNode::holdRequests);
        cluster.time.advance(TTL.dividedBy(3).plus(NODE_TIMEOUT));
        assertThat(client.sent(Extend.class)).isEqualTo(1);
        client.nodes().forEach(GatedNode::letGo);

        cluster.time.advance(Duration.ofMillis(500));

        assertThat(client.sent(Extend.class)).isEqualTo(2);
        cluster.time.advance(TTL.multipliedBy(3));
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.loss()).isEmpty();
    }

    @Test
    void a_renewal_that_succeeds_nowhere_is_tried_until_shortly_before_the_end_and_the_holder_is_told_before_it() {
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));
        lease.onLost(loss -> told.add(loss + " valid: " + lease.isValid()));
        cluster.server(0).stop();
        cluster.server(1).stop();

        cluster.time.advance(VALIDITY);

        assertThat(told).containsExactly("UNREACHABLE valid: true");
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.loss()).contains(Loss.UNREACHABLE);
        assertThat(client.node(2).requests(Extend.class)).hasSizeGreaterThan(5);
        assertThat(client.events).contains("lost [a] UNREACHABLE");
    }

    @Test
    void one_node_that_is_down_does_not_matter() {
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));
        lease.onLost(loss -> told.add(loss.toString()));
        cluster.server(0).stop();

        cluster.time.advance(TTL.multipliedBy(5));

        assertThat(lease.isValid()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void the_longest_hold_ends_a_lease_and_the_holder_is_told_while_it_is_valid() {
        HeldLease lease = client.hold(renewed(TTL.multipliedBy(2), "a"));
        lease.onLost(loss -> told.add(loss + " valid: " + lease.isValid()));

        cluster.time.advance(TTL.multipliedBy(2).minus(MOMENT));
        assertThat(told).isEmpty();
        cluster.time.advance(MOMENT);

        assertThat(told).containsExactly("MAX_HOLD valid: true");
        cluster.time.advance(TTL);
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void a_lock_that_somebody_else_was_given_is_not_ours_any_more() {
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));
        lease.onLost(loss -> told.add(loss + " valid: " + lease.isValid()));
        take(0);
        take(1);

        cluster.time.advance(TTL.dividedBy(3));

        assertThat(told).containsExactly("TAKEN valid: false");
        assertThat(lease.remaining()).isZero();
    }

    @Test
    void votes_that_went_missing_and_that_nobody_else_got_are_taken_again() {
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));
        String holder = cluster.votes("a").get(0);
        cluster.stranger(0).ask(new Release(new Claim(List.of("a"), holder, "")));
        assertThat(cluster.votes("a")).contains("");

        cluster.time.advance(TTL.dividedBy(3));

        assertThat(cluster.votes("a")).doesNotContain("");
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void an_extension_that_is_confirmed_too_late_does_not_revive_the_lease() {
        HeldLease lease = client.hold("a");
        client.nodes().forEach(GatedNode::holdReplies);
        cluster.time.advance(VALIDITY.minus(MOMENT));
        var outcome = lease.extend();
        cluster.time.advance(MOMENT);

        client.nodes().forEach(GatedNode::letGo);

        assertThat(outcome).isCompletedWithValueMatching(ExtendRound.Outcome.Unconfirmed.class::isInstance);
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void an_expired_lease_is_not_even_tried_to_be_extended() {
        HeldLease lease = client.hold("a");
        cluster.time.advance(VALIDITY);

        assertThat(lease.extend()).isCompletedWithValueMatching(ExtendRound.Outcome.Gone.class::isInstance);

        assertThat(client.sent(Extend.class)).isZero();
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void an_extension_counts_from_its_start_and_not_from_its_answers() {
        HeldLease lease = client.hold("a");
        cluster.time.advance(Duration.ofSeconds(3));
        client.nodes().forEach(GatedNode::holdReplies);
        lease.extend();
        cluster.time.advance(NODE_TIMEOUT.minus(MOMENT));

        client.nodes().forEach(GatedNode::letGo);

        assertThat(lease.remaining()).isEqualTo(VALIDITY.minus(NODE_TIMEOUT).plus(MOMENT));
        assertThat(client.events).contains("renewed [a]");
    }

    @Test
    void a_released_lease_is_over_at_once_and_leaves_neither_votes_nor_timers() {
        HeldLease lease = client.hold(renewed(FOR_LONG, "a"));
        lease.onLost(loss -> told.add(loss.toString()));

        assertThat(lease.release()).isCompletedWithValue(ReleaseRound.Outcome.RELEASED);

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.loss()).as("it was not lost").isEmpty();
        assertThat(cluster.isFree("a")).isTrue();
        assertThat(client.engine.isIdle()).isTrue();
        cluster.time.advance(FOR_LONG);
        assertThat(told).isEmpty();
        client.engine.close();
        assertThat(cluster.time.pending()).isZero();
    }

    @Test
    void releasing_twice_gives_the_same_answer_and_asks_the_nodes_once() {
        HeldLease lease = client.hold("a");

        assertThat(lease.release()).isSameAs(lease.release());

        assertThat(client.sent(Release.class)).isEqualTo(1);
    }

    @Test
    void an_extension_that_is_confirmed_after_the_release_changes_nothing() {
        HeldLease lease = client.hold("a");
        client.nodes().forEach(GatedNode::holdReplies);
        lease.extend();
        lease.release();

        client.nodes().forEach(GatedNode::letGo);

        assertThat(client.events).doesNotContain("renewed [a]");
        assertThat(lease.isValid()).isFalse();
        assertThat(cluster.isFree("a")).isTrue();
    }

    @Test
    void who_asks_to_be_told_after_the_loss_is_told_at_once() {
        HeldLease lease = client.hold(renewed(TTL, "a"));
        cluster.time.advance(TTL);
        assertThat(lease.loss()).contains(Loss.MAX_HOLD);

        lease.onLost(loss -> told.add(loss.toString()));

        assertThat(told).containsExactly("MAX_HOLD");
    }

    @Test
    void who_asks_to_be_told_after_an_unrenewed_lease_has_expired_is_told_at_once() {
        HeldLease lease = client.hold("a");
        cluster.time.advance(VALIDITY.plusSeconds(1));

        lease.onLost(loss -> told.add(loss.toString()));
        cluster.time.advance(Duration.ZERO);

        assertThat(told).containsExactly("EXPIRED");
    }

    @Test
    void a_callback_that_fails_keeps_nobody_else_from_being_told() {
        HeldLease lease = client.hold("a");
        lease.onLost(loss -> {
            throw new IllegalStateException("a defect of the user");
        });
        lease.onLost(loss -> told.add(loss.toString()));

        cluster.time.advance(VALIDITY);

        assertThat(told).containsExactly("EXPIRED");
    }

    @Test
    void giving_back_too_late_says_what_was_found() {
        HeldLease expired = client.hold("a");
        HeldLease taken = client.hold("b");
        cluster.time.advance(TTL);
        client.hold("b");

        assertThat(expired.release()).isCompletedWithValue(ReleaseRound.Outcome.EXPIRED);
        assertThat(taken.release()).isCompletedWithValue(ReleaseRound.Outcome.OTHER_OWNER);
        assertThat(cluster.votes("b")).as("of the new owner").doesNotContain("");
    }

    @Test
    void giving_back_without_a_quorum_is_unconfirmed_after_the_timeout() {
        HeldLease lease = client.hold("a");
        client.node(0).holdReplies();
        client.node(1).holdReplies();
        var outcome = lease.release();
        assertThat(outcome).isNotDone();

        cluster.time.advance(NODE_TIMEOUT);

        assertThat(outcome).isCompletedWithValue(ReleaseRound.Outcome.UNCONFIRMED);
    }

    private void take(int server) {
        var stranger = cluster.stranger(server);
        stranger.ask(new ForceRelease("a"));
        stranger.ask(new Acquire(Claims.of("thief", "a"), TTL, 0));
    }
}
