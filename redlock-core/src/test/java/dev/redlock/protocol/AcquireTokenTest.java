package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.after;
import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static dev.redlock.protocol.Ballots.silent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.AcquireOutcome.Won;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which token a round claims, and when a majority has stored it. */
class AcquireTokenTest {

    /** Nodes 0 and 1 voted and disagree, so that 7 is being stored on node 0; node 2 has not answered. */
    private static Attempt raising() {
        return Attempt.of(3).vote(0, granted(5)).vote(1, granted(7));
    }

    @Nested
    class Agreement {
        @Test
        void nodes_that_agree_need_no_second_round_trip() {
            Won won = Attempt.of(3).vote(2, granted(7)).vote(0, granted(7)).won();

            assertThat(won).isEqualTo(new Won(7, after(988), true));
        }

        @Test
        void a_late_node_that_agrees_makes_the_second_round_trip_unnecessary() {
            Won won = raising().vote(2, granted(7)).won();

            assertThat(won).isEqualTo(new Won(7, after(988), true));
        }

        @Test
        void two_nodes_of_five_that_agree_are_not_a_majority_that_has_stored() {
            Attempt attempt =
                    Attempt.of(5).vote(0, granted(7)).vote(1, granted(7)).vote(2, granted(6));

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.commands()).containsExactly(Attempt.raise(2, 6, 7));
        }
    }

    @Nested
    class Raising {
        @Test
        void the_largest_value_is_stored_on_the_nodes_that_gave_a_smaller_one_and_on_no_others() {
            Attempt attempt = Attempt.of(5)
                    .vote(4, granted(6))
                    .vote(3, denied("rival"))
                    .vote(0, granted(5))
                    .vote(1, granted(7));

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.round().isRaising()).isTrue();
            assertThat(attempt.round().token()).isEqualTo(7);
            assertThat(attempt.commands()).containsExactly(Attempt.raise(0, 5, 7), Attempt.raise(4, 6, 7));
        }

        @Test
        void the_token_is_ours_when_a_majority_has_stored_it() {
            Attempt attempt =
                    Attempt.of(5).vote(0, granted(5)).vote(1, granted(7)).vote(2, granted(6));

            attempt.stored(0, new Confirmed());
            assertThat(attempt.isOpen()).as("two of five").isTrue();
            assertThat(attempt.commands()).isEmpty();

            assertThat(attempt.stored(2, new Confirmed()).won()).isEqualTo(new Won(7, after(988), false));
        }

        @Test
        void a_node_that_dropped_the_vote_in_between_has_not_stored_it() {
            Attempt attempt = raising().stored(0, new NotHeld());
            assertThat(attempt.isOpen()).as("node 2 may still vote").isTrue();

            assertThat(attempt.vote(2, denied("rival")).lost().reason()).isEqualTo(Reason.HELD);
        }

        @ParameterizedTest
        @EnumSource(Cause.class)
        void a_node_that_fails_has_not_stored_it_whatever_the_cause(Cause cause) {
            Attempt attempt = raising().vote(2, denied("rival")).stored(0, failed(cause));

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
            assertThat(attempt.lost().evidence().of(0)).isEqualTo(failed(cause));
        }

        @Test
        void a_lost_round_does_not_wait_for_stores_that_cannot_change_it() {
            Attempt attempt = Attempt.of(5)
                    .vote(0, granted(5))
                    .vote(1, granted(7))
                    .vote(2, granted(6))
                    .vote(3, denied("rival"))
                    .vote(4, denied("rival"));
            assertThat(attempt.isOpen())
                    .as("both raises are needed, and under way")
                    .isTrue();

            assertThat(attempt.stored(0, new NotHeld()).lost().reason()).isEqualTo(Reason.HELD);
        }

        @Test
        void a_store_confirmed_too_late_gives_no_lease() {
            Attempt attempt = raising().at(after(938)).stored(0, new Confirmed());

            assertThat(attempt.lost().reason()).isEqualTo(Reason.TOO_LATE);
        }

        @Test
        void a_store_confirmed_just_in_time_gives_a_lease_counted_from_the_start() {
            Attempt attempt = raising().at(after(937)).stored(0, new Confirmed());

            assertThat(attempt.won().validUntil()).isEqualTo(after(988));
        }

        @Test
        void a_store_that_is_answered_twice_is_a_defect_and_not_a_second_store() {
            AcquireRound round = raising().stored(0, new NotHeld()).round();

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> round.onStored(0, new Confirmed(), Ballots.START))
                    .withMessageContaining("node 0 answered twice");
        }
    }

    @Nested
    class LateVotes {
        @Test
        void a_late_vote_with_a_smaller_value_is_raised_too() {
            Attempt attempt = raising().vote(2, granted(6));

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.commands()).containsExactly(Attempt.raise(2, 6, 7));
            assertThat(attempt.stored(2, new Confirmed()).won()).isEqualTo(new Won(7, after(988), false));
        }

        @Test
        void a_late_vote_with_a_larger_value_never_counts_as_a_store_of_the_smaller_token() {
            Attempt attempt = raising().vote(2, granted(8));

            assertThat(attempt.isOpen()).as("node 0 may still confirm").isTrue();
            assertThat(attempt.commands()).isEmpty();
            assertThat(attempt.round().token()).isEqualTo(7);
            assertThat(attempt.stored(0, new Confirmed()).won().token()).isEqualTo(7);
        }

        @Test
        void a_late_vote_with_a_larger_value_is_not_waited_for_as_a_store_either() {
            Attempt attempt = raising().vote(2, granted(8)).stored(0, new NotHeld());

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
        }

        @Test
        void a_late_larger_vote_ends_a_round_whose_raise_had_failed_before() {
            Attempt attempt = raising().stored(0, new NotHeld()).vote(2, granted(8));

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
        }

        @Test
        void a_late_equal_vote_rescues_a_round_whose_raise_had_failed_before() {
            Attempt attempt = raising().stored(0, new NotHeld()).vote(2, granted(7));

            assertThat(attempt.won()).isEqualTo(new Won(7, after(988), true));
        }

        @Test
        void a_late_node_that_lost_the_script_is_asked_once_more_and_may_decide() {
            Attempt attempt = raising().vote(2, failed(Cause.SCRIPT_MISSING));

            assertThat(attempt.commands()).containsExactly(Attempt.acquire(2));
            assertThat(attempt.round().isRaising()).isTrue();
            assertThat(attempt.vote(2, granted(7)).won().token()).isEqualTo(7);
        }

        @Test
        void a_late_refusal_leaves_the_raise_that_is_under_way_its_chance() {
            Attempt attempt = raising().vote(2, denied("rival"));
            assertThat(attempt.isOpen()).isTrue();

            assertThat(attempt.stored(0, new Confirmed()).won().fast()).isFalse();
        }

        @Test
        void a_late_vote_that_comes_twice_is_a_defect() {
            AcquireRound round = raising().vote(2, granted(6)).round();

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> round.onVote(2, granted(7), Ballots.START));
        }
    }

    @Nested
    class Ending {
        @Test
        void raising_has_an_end_too() {
            Attempt attempt = raising().timeout();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.NO_QUORUM);
            assertThat(attempt.lost().evidence()).isEqualTo(Ballots.replies(silent(), granted(7), silent()));
        }

        @Test
        void a_caller_may_give_up_while_raising() {
            Attempt attempt = raising().cancel();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.CANCELLED);
            assertThat(attempt.lost().evidence())
                    .isEqualTo(Replies.none(3).with(0, granted(5)).with(1, granted(7)));
        }

        @Test
        void the_evidence_is_the_last_word_of_a_node_that_was_asked_twice() {
            Attempt attempt = Attempt.of(4)
                    .vote(0, granted(5))
                    .vote(1, granted(7))
                    .vote(2, granted(6))
                    .stored(0, new Confirmed())
                    .stored(2, new NotHeld())
                    .vote(3, denied("rival"));

            assertThat(attempt.lost().evidence())
                    .isEqualTo(Ballots.replies(granted(5), granted(7), new NotHeld(), denied("rival")));
        }

        @Test
        void a_node_that_failed_for_a_reason_does_not_turn_silent_when_raising_ends() {
            Attempt attempt = raising().vote(2, failed(Cause.REFUSED)).timeout();

            assertThat(attempt.lost().evidence().of(2)).isEqualTo(failed(Cause.REFUSED));
        }

        @Test
        void a_node_that_refused_does_not_turn_silent_when_raising_ends() {
            Attempt attempt = raising().vote(2, denied("rival")).timeout();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
            assertThat(attempt.lost().evidence()).isEqualTo(Ballots.replies(silent(), granted(7), denied("rival")));
        }

        @Test
        void a_node_that_voted_too_high_does_not_turn_silent_when_raising_ends() {
            Attempt attempt = raising().vote(2, granted(8)).timeout();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
            assertThat(attempt.lost().evidence()).isEqualTo(Ballots.replies(silent(), granted(7), granted(8)));
        }

        @Test
        void a_round_remembers_who_voted_even_where_storing_could_not_be_asked_for() {
            // Who voted decides from whom the vote is withdrawn, and only the storing was never sent to node 0.
            Attempt attempt = raising().vote(2, denied("rival")).stored(0, failed(Cause.NOT_CONNECTED));

            assertThat(attempt.lost().evidence().of(0)).isEqualTo(failed(Cause.NOT_CONNECTED));
            assertThat(attempt.round().votes().of(0)).isEqualTo(granted(5));
        }
    }
}
