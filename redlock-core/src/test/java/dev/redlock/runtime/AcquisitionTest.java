package dev.redlock.runtime;

import static dev.redlock.runtime.TestClient.NODE_TIMEOUT;
import static dev.redlock.runtime.TestClient.NO_PATIENCE;
import static dev.redlock.runtime.TestClient.isWaiting;
import static dev.redlock.runtime.TestClient.lease;
import static dev.redlock.runtime.TestClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claims;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.protocol.AcquireOutcome.Reason;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One call of a caller, from the first round to the answer. */
class AcquisitionTest {
    private static final Duration PATIENT = Duration.ofSeconds(5);

    private final TestCluster cluster = new TestCluster(3);
    private final TestClient client = cluster.newClient();
    private final TestClient rival = cluster.newClient();

    @AfterEach
    void nothing_is_left_behind() {
        client.nodes().forEach(GatedNode::letGo);
        cluster.time.advance(Duration.ofMinutes(1));
        assertThat(cluster.isFree("a")).isTrue();
        assertThat(client.nodes())
                .allSatisfy(node -> assertThat(node.watches().stream().filter(watch -> watch.equals("+a")))
                        .hasSameSizeAs(node.watches().stream()
                                .filter(watch -> watch.equals("-a"))
                                .toList()));
        assertThat(client.engine.isIdle()).isTrue();
        client.engine.close();
        rival.engine.close();
        assertThat(cluster.time.pending()).as("timers").isZero();
    }

    @Test
    void a_free_lock_is_won_in_one_round_without_any_wait() {
        HeldLease lease = lease(client.acquire(PATIENT, "a"));

        assertThat(lease.isValid()).isTrue();
        assertThat(client.sent(Acquire.class)).isEqualTo(1);
        assertThat(cluster.votes("a")).doesNotContain("");
        lease.release();
    }

    @Test
    void without_patience_a_held_lock_is_refused_after_one_round() {
        rival.hold("a");

        Acquisition.Result.NotAcquired refusal = refusal(client.acquire(NO_PATIENCE, "a"));

        assertThat(refusal.lost().reason()).isEqualTo(Reason.HELD);
        assertThat(refusal.waited()).isZero();
        assertThat(client.sent(Acquire.class)).isEqualTo(1);
    }

    @Test
    void a_waiter_gets_the_lock_at_the_very_moment_it_is_given_back() {
        HeldLease held = rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");
        cluster.time.advance(Duration.ofMillis(1));
        assertThat(isWaiting(waiter)).isTrue();

        held.release();

        assertThat(lease(waiter).token()).isGreaterThan(held.token());
        lease(waiter).release();
    }

    @Test
    void before_a_pause_a_round_follows_the_wish_to_be_told_because_the_lock_may_have_been_given_back_meanwhile() {
        withoutLines();
        rival.hold("a");

        client.acquire(PATIENT, "a");

        assertThat(client.node(0).watches()).contains("+a");
        assertThat(asked(0)).isEqualTo(3);
    }

    @Test
    void who_knows_of_rivals_asks_one_node_first_and_no_other_if_that_one_says_no() {
        rival.hold("a");

        client.acquire(PATIENT, "a");

        assertThat(asked(0)).isEqualTo(2);
        assertThat(asked(1)).isEqualTo(1);
        assertThat(asked(2)).isEqualTo(1);
    }

    @Test
    void a_notice_of_another_node_than_the_first_is_not_enough_but_that_of_a_quorum_is() {
        withoutLines();
        rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");

        cluster.stranger(1).ask(new ForceRelease("a"));
        assertThat(asked(0)).isEqualTo(3);
        cluster.stranger(2).ask(new ForceRelease("a"));
        assertThat(asked(0)).isEqualTo(4);
        cluster.time.advance(Duration.ofSeconds(1));

        assertThat(lease(waiter).isValid())
                .as("the first node says no, but the others do not")
                .isTrue();
        lease(waiter).release();
    }

    @Test
    void after_the_notice_of_one_node_a_round_follows_soon_because_the_others_may_have_got_lost() {
        withoutLines();
        rival.hold("a");
        client.acquire(PATIENT, "a");

        cluster.stranger(1).ask(new ForceRelease("a"));
        cluster.time.advance(Duration.ofMillis(4));

        assertThat(asked(1)).isEqualTo(2);
    }

    @Test
    void a_vote_that_nobody_gives_back_at_the_first_node_keeps_nobody_out_for_long() {
        withoutLines();
        HeldLease held = rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");
        cluster.stranger(0).ask(new ForceRelease("a"));
        cluster.stranger(0).ask(new Acquire(Claims.of("gone", "a"), TestClient.TTL, 1));
        held.release();

        cluster.time.advance(Duration.ofSeconds(1));

        assertThat(lease(waiter).isValid()).isTrue();
        lease(waiter).release();
    }

    @Test
    void a_first_node_that_does_not_answer_is_passed_by() {
        HeldLease held = rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");
        client.node(0).holdRequests();

        held.release();
        cluster.time.advance(TestClient.NODE_TIMEOUT.dividedBy(4));

        assertThat(lease(waiter).isValid()).isTrue();
        lease(waiter).release();
    }

    private void withoutLines() {
        client.nodes().forEach(GatedNode::haveNoLine);
    }

    private int asked(int node) {
        return client.node(node).requests(Acquire.class).size();
    }

    @Test
    void a_lock_that_is_never_given_back_is_won_when_it_has_expired() {
        rival.hold("a");
        Acquisition waiter = client.acquire(Duration.ofMinutes(1), "a");

        cluster.time.advance(TestClient.TTL.minusMillis(1));
        assertThat(isWaiting(waiter)).isTrue();
        cluster.time.advance(Duration.ofMillis(5));

        lease(waiter).release();
    }

    @Test
    void callers_of_one_client_take_turns_in_the_order_in_which_they_came() {
        HeldLease held = client.hold("a");
        Acquisition second = client.acquire(PATIENT, "a");
        Acquisition third = client.acquire(PATIENT, "a");

        held.release();
        assertThat(lease(second).isValid()).isTrue();
        assertThat(isWaiting(third)).isTrue();
        lease(second).release();

        lease(third).release();
    }

    @Test
    void the_time_of_a_caller_that_is_paused_ends_on_time() {
        rival.hold("a");
        Acquisition waiter = client.acquire(Duration.ofSeconds(2), "a");

        cluster.time.advance(Duration.ofMillis(1_999));
        assertThat(isWaiting(waiter)).isTrue();
        cluster.time.advance(Duration.ofMillis(1));

        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.HELD);
        assertThat(refusal(waiter).waited()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void the_time_of_a_caller_that_waits_for_its_turn_ends_on_time() {
        rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition second = client.acquire(Duration.ofSeconds(2), "a");

        cluster.time.advance(Duration.ofSeconds(2));

        assertThat(refusal(second).lost().reason()).isEqualTo(Reason.HELD);
        assertThat(isWaiting(first)).isTrue();
    }

    @Test
    void a_round_that_is_under_way_when_the_time_is_up_is_the_last_one() {
        client.nodes().forEach(GatedNode::holdRequests);
        Acquisition waiter = client.acquire(NODE_TIMEOUT.dividedBy(2), "a");

        cluster.time.advance(NODE_TIMEOUT.minusMillis(1));
        assertThat(isWaiting(waiter)).isTrue();
        cluster.time.advance(Duration.ofMillis(1));

        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.NO_QUORUM);
    }

    @Test
    void a_round_that_is_won_after_the_time_was_up_is_won() {
        client.nodes().forEach(GatedNode::holdReplies);
        Acquisition waiter = client.acquire(NODE_TIMEOUT.dividedBy(2), "a");
        cluster.time.advance(NODE_TIMEOUT.minusMillis(1));

        client.nodes().forEach(GatedNode::letGo);

        lease(waiter).release();
    }

    @Test
    void votes_that_arrive_after_the_round_was_given_up_are_withdrawn_at_once() {
        client.node(0).holdRequests();
        client.node(1).holdRequests();
        Acquisition waiter = client.acquire(NO_PATIENCE, "a");
        assertThat(cluster.votes("a")).filteredOn(vote -> !vote.isEmpty()).hasSize(1);
        cluster.time.advance(NODE_TIMEOUT);
        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.NO_QUORUM);
        assertThat(cluster.isFree("a")).isTrue();

        client.nodes().forEach(GatedNode::letGo);

        assertThat(client.sent(NodeRequest.Release.class)).isEqualTo(1);
        assertThat(cluster.isFree("a")).isTrue();
    }

    @Test
    void giving_up_while_waiting_for_a_turn_lets_the_next_one_move_up() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition second = client.acquire(PATIENT, "a");
        Acquisition third = client.acquire(PATIENT, "a");

        second.cancel();

        assertThat(refusal(second).lost().reason()).isEqualTo(Reason.CANCELLED);
        held.release();
        lease(first).release();
        lease(third).release();
    }

    @Test
    void giving_up_in_a_pause_ends_it() {
        rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");

        waiter.cancel();

        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.CANCELLED);
        int rounds = asked(0);
        cluster.time.advance(PATIENT);
        assertThat(asked(0)).isEqualTo(rounds);
    }

    @Test
    void giving_up_in_a_round_withdraws_the_votes_that_are_still_on_the_way() {
        client.nodes().forEach(GatedNode::holdRequests);
        Acquisition waiter = client.acquire(PATIENT, "a");

        waiter.cancel();
        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.CANCELLED);
        client.nodes().forEach(GatedNode::letGo);

        assertThat(client.sent(Acquire.class)).isEqualTo(1);
        assertThat(cluster.isFree("a")).isTrue();
    }

    @Test
    void giving_up_right_after_winning_gives_the_lock_back() {
        Acquisition waiter = client.acquire(PATIENT, "a");
        HeldLease lease = lease(waiter);

        waiter.cancel();

        assertThat(lease.isValid()).isFalse();
        assertThat(cluster.isFree("a")).isTrue();
    }

    @Test
    void giving_up_twice_or_after_the_end_does_nothing() {
        rival.hold("a");
        Acquisition waiter = client.acquire(NO_PATIENCE, "a");

        waiter.cancel();
        waiter.cancel();

        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.HELD);
        assertThat(cluster.votes("a")).doesNotContain("");
    }

    @Test
    void several_names_are_won_together_or_not_at_all() {
        HeldLease held = rival.hold("b");
        Acquisition waiter = client.acquire(PATIENT, "a", "b");
        assertThat(cluster.isFree("a")).isTrue();

        held.release();

        assertThat(lease(waiter).names()).containsExactly("a", "b");
        lease(waiter).release();
        assertThat(cluster.isFree("b")).isTrue();
    }

    @Test
    void nodes_that_count_differently_end_up_with_the_same_token() {
        cluster.stranger(0).ask(new Acquire(Claims.of("x", "a"), Duration.ofMillis(1), 2_000_000_000L));
        cluster.time.advance(Duration.ofMillis(2));

        HeldLease lease = client.hold("a");

        assertThat(lease.token()).isEqualTo(2_000_000_001L);
        assertThat(client.node(1).requests(NodeRequest.Raise.class)).hasSize(1);
        lease.release();
        assertThat(rival.hold("a").token()).isGreaterThan(2_000_000_001L);
    }
}
