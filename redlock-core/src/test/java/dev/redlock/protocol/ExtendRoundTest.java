package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.after;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.silent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Healed;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.ExtendRound.Outcome;
import dev.redlock.protocol.ExtendRound.Outcome.Extended;
import dev.redlock.protocol.ExtendRound.Outcome.Gone;
import dev.redlock.protocol.ExtendRound.Outcome.Unconfirmed;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease got at the start, valid until 988 ms, is extended at 300 ms. */
class ExtendRoundTest {
    private static final long TOKEN = 7;
    private static final Tick VALID_UNTIL = after(988);
    private static final Tick BEGUN = after(300);
    private static final Tick IN_TIME = after(310);
    private static final Confirmed CONFIRMED = new Confirmed();
    private static final NotHeld NOT_HELD = new NotHeld();
    private static final Healed HEALED = new Healed();

    /** These answers from the nodes 0, 1, 2 and so on; the remaining nodes have not answered. */
    private static ExtendRound round(int nodes, NodeReply... replies) {
        ExtendRound round = ExtendRound.start(Ballots.ballot(nodes), TOKEN, VALID_UNTIL, BEGUN);
        for (int node = 0; node < replies.length; node++) {
            round = round.onReply(node, replies[node]);
        }
        return round;
    }

    private static Optional<Outcome> outcome(int nodes, NodeReply... replies) {
        return round(nodes, replies).outcome(IN_TIME);
    }

    @ParameterizedTest(name = "{1} of {0}")
    @CsvSource({"1, 1", "2, 2", "3, 2", "4, 3", "5, 3", "6, 4", "7, 4"})
    void a_majority_extends_the_lease_from_the_start_of_this_round(int nodes, int quorum) {
        ExtendRound round = round(nodes);
        for (int node = 0; node < quorum; node++) {
            assertThat(round.outcome(IN_TIME)).as("%d of %d", node, nodes).isEmpty();
            round = round.onReply(node, CONFIRMED);
        }

        assertThat(round.outcome(IN_TIME)).contains(new Extended(after(300 + 988)));
    }

    @Test
    void a_lease_is_not_revived_by_answers_that_come_after_its_end() {
        ExtendRound round = round(3, CONFIRMED, CONFIRMED);

        assertThat(round.outcome(VALID_UNTIL.minus(Duration.ofNanos(1)))).containsInstanceOf(Extended.class);
        assertThat(round.outcome(VALID_UNTIL)).contains(new Unconfirmed(round.replies()));
    }

    @Test
    void the_lock_is_gone_when_too_many_nodes_have_dropped_or_given_away_the_vote() {
        assertThat(outcome(3, NOT_HELD)).isEmpty();
        assertThat(outcome(3, NOT_HELD, NOT_HELD))
                .contains(new Gone(Replies.none(3).with(0, NOT_HELD).with(1, NOT_HELD)));
    }

    @Test
    void half_of_an_even_number_of_nodes_is_enough_to_lose_the_lock() {
        assertThat(outcome(4, NOT_HELD)).isEmpty();
        assertThat(outcome(4, NOT_HELD, NOT_HELD)).containsInstanceOf(Gone.class);
    }

    @Test
    void healed_votes_prove_nothing_now_but_are_not_the_end() {
        assertThat(outcome(3, HEALED)).isEmpty();
        assertThat(outcome(3, HEALED, HEALED)).containsInstanceOf(Unconfirmed.class);
        assertThat(outcome(3, HEALED, NOT_HELD)).containsInstanceOf(Unconfirmed.class);
    }

    @Test
    void one_healed_vote_does_not_spoil_a_majority() {
        assertThat(outcome(3, CONFIRMED, HEALED)).isEmpty();
        assertThat(outcome(3, CONFIRMED, HEALED, CONFIRMED)).containsInstanceOf(Extended.class);
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void a_node_that_fails_has_neither_confirmed_nor_denied(Cause cause) {
        assertThat(outcome(3, failed(cause))).isEmpty();
        assertThat(outcome(3, failed(cause), failed(cause)))
                .contains(new Unconfirmed(Replies.none(3).with(0, failed(cause)).with(1, failed(cause))));
    }

    @Test
    void a_round_that_cannot_be_confirmed_any_more_ends_so_that_the_next_can_begin() {
        assertThat(outcome(3, CONFIRMED, NOT_HELD)).isEmpty();
        assertThat(outcome(3, CONFIRMED, NOT_HELD, failed())).containsInstanceOf(Unconfirmed.class);
        assertThat(outcome(3, NOT_HELD, failed())).containsInstanceOf(Unconfirmed.class);
    }

    @Test
    void whoever_is_silent_until_the_end_has_not_confirmed() {
        ExtendRound round = round(3, CONFIRMED).onTimeout();

        assertThat(round.outcome(IN_TIME)).contains(new Unconfirmed(Ballots.replies(CONFIRMED, silent(), silent())));
    }

    @Test
    void a_majority_that_confirmed_stands_although_the_others_are_silent() {
        assertThat(round(3, CONFIRMED, CONFIRMED).onTimeout().outcome(IN_TIME)).containsInstanceOf(Extended.class);
    }

    @Test
    void an_answer_that_comes_twice_is_a_defect_and_not_a_second_confirmation() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> round(3, CONFIRMED).onReply(0, CONFIRMED));
    }

    @Test
    void the_full_ttl_is_asked_for_with_the_token_to_keep() {
        assertThat(round(3).request())
                .isEqualTo(new NodeRequest.Extend(Ballots.CLAIM, Ballots.TERMS.ttl(), TOKEN, true));
    }

    @Test
    void missing_votes_are_taken_again_only_if_the_lease_outlives_the_round() {
        // A round lasts up to 80 ms.
        assertThat(healsAt(after(907))).isTrue();
        assertThat(healsAt(after(908))).isFalse();
        assertThat(healsAt(after(2000))).isFalse();
    }

    private static boolean healsAt(Tick now) {
        NodeRequest request =
                ExtendRound.start(Ballots.ballot(3), TOKEN, VALID_UNTIL, now).request();
        return ((NodeRequest.Extend) request).heal();
    }
}
