package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.protocol.ReleaseRound.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReleaseRoundTest {
    private static final Freed OWN = new Freed(Found.OWN);
    private static final Freed EXPIRED = new Freed(Found.EXPIRED);
    private static final Freed FOREIGN = new Freed(Found.FOREIGN);

    /** These answers from the nodes 0, 1, 2 and so on; the remaining nodes have not answered. */
    private static ReleaseRound round(int nodes, NodeReply... replies) {
        ReleaseRound round = ReleaseRound.start(nodes);
        for (int node = 0; node < replies.length; node++) {
            round = round.onReply(node, replies[node]);
        }
        return round;
    }

    @ParameterizedTest(name = "{1} of {0}")
    @CsvSource({"1, 1", "2, 2", "3, 2", "4, 3", "5, 3", "6, 4", "7, 4"})
    void a_majority_that_had_the_vote_makes_a_release(int nodes, int quorum) {
        ReleaseRound round = ReleaseRound.start(nodes);
        for (int node = 0; node < quorum; node++) {
            assertThat(round.outcome()).as("%d of %d", node, nodes).isEmpty();
            round = round.onReply(node, OWN);
        }

        assertThat(round.outcome()).contains(Outcome.RELEASED);
    }

    @Test
    void a_lock_without_a_majority_of_votes_had_expired() {
        assertThat(round(3, EXPIRED).outcome()).isEmpty();
        assertThat(round(3, EXPIRED, EXPIRED).outcome()).contains(Outcome.EXPIRED);
    }

    @Test
    void half_of_an_even_number_of_nodes_is_enough_to_have_lost_it() {
        assertThat(round(4, EXPIRED).outcome()).isEmpty();
        assertThat(round(4, EXPIRED, EXPIRED).outcome()).contains(Outcome.EXPIRED);
    }

    @Test
    void a_vote_of_somebody_else_among_those_that_are_gone_tells_who_has_it_now() {
        assertThat(round(3, EXPIRED, FOREIGN).outcome()).contains(Outcome.OTHER_OWNER);
        assertThat(round(3, FOREIGN, FOREIGN).outcome()).contains(Outcome.OTHER_OWNER);
    }

    @Test
    void a_foreign_vote_on_a_minority_does_not_spoil_a_release() {
        assertThat(round(3, FOREIGN, OWN).outcome()).isEmpty();
        assertThat(round(3, FOREIGN, OWN, OWN).outcome()).contains(Outcome.RELEASED);
    }

    @ParameterizedTest
    @EnumSource(Cause.class)
    void a_node_that_fails_has_told_nothing_about_the_vote(Cause cause) {
        assertThat(round(3, failed(cause)).outcome()).isEmpty();
        assertThat(round(3, failed(cause), OWN, OWN).outcome()).contains(Outcome.RELEASED);
        assertThat(round(3, failed(cause), failed(cause)).outcome()).contains(Outcome.UNCONFIRMED);
    }

    @Test
    void an_answer_to_another_question_tells_nothing_either() {
        assertThat(round(1, new Confirmed()).outcome()).contains(Outcome.UNCONFIRMED);
    }

    @Test
    void a_failure_does_not_settle_what_the_last_node_can_still_tell() {
        assertThat(round(3, EXPIRED, failed()).outcome()).isEmpty();
        assertThat(round(3, EXPIRED, failed(), EXPIRED).outcome()).contains(Outcome.EXPIRED);
        assertThat(round(3, EXPIRED, failed(), OWN).outcome()).contains(Outcome.UNCONFIRMED);
    }

    @Test
    void whoever_is_silent_until_the_end_leaves_it_open() {
        assertThat(round(3, OWN).onTimeout().outcome()).contains(Outcome.UNCONFIRMED);
        assertThat(round(3, EXPIRED).onTimeout().outcome()).contains(Outcome.UNCONFIRMED);
        assertThat(round(3).onTimeout().outcome()).contains(Outcome.UNCONFIRMED);
    }

    @Test
    void an_answer_that_comes_twice_is_a_defect() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> round(3, OWN).onReply(0, OWN));
    }
}
