package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.after;
import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.AcquireOutcome.Won;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How votes are asked for and counted, and what time has to do with it. The token is in {@link AcquireTokenTest}. */
class AcquireRoundTest {

    @Nested
    class Asking {
        @Test
        void all_nodes_are_asked_at_once() {
            assertThat(Attempt.of(3).commands())
                    .containsExactly(Attempt.acquire(0), Attempt.acquire(1), Attempt.acquire(2));
        }

        @Test
        void a_round_begins_open_and_counts_time_from_before_the_first_command() {
            Attempt attempt = Attempt.of(3);

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.round().startedAt()).isEqualTo(Ballots.START);
            assertThat(attempt.round().isRaising()).isFalse();
        }

        @Test
        void the_number_of_nodes_has_limits() {
            assertThatIllegalArgumentException().isThrownBy(() -> Attempt.of(0)).withMessage("1 to 63 nodes, got 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Attempt.of(64))
                    .withMessage("1 to 63 nodes, got 64");
            assertThat(Attempt.of(63).commands()).hasSize(63);
        }

        @Test
        void a_node_that_lost_the_script_is_asked_once_more() {
            Attempt attempt = Attempt.of(3).vote(1, failed(Cause.SCRIPT_MISSING));

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.commands()).containsExactly(Attempt.acquire(1));
            assertThat(attempt.round().votes().of(1)).isNull();
        }

        @Test
        void a_node_that_lost_the_script_again_is_not_asked_a_third_time() {
            Attempt attempt = Attempt.of(3)
                    .vote(1, failed(Cause.SCRIPT_MISSING))
                    .vote(0, failed(Cause.SCRIPT_MISSING))
                    .vote(1, failed(Cause.SCRIPT_MISSING));

            assertThat(attempt.commands()).isEmpty();
            assertThat(attempt.round().votes().of(1)).isEqualTo(failed(Cause.SCRIPT_MISSING));
            assertThat(attempt.round().votes().of(0))
                    .as("the other node has its second try")
                    .isNull();
        }

        @Test
        void a_node_asked_once_more_counts_like_any_other() {
            Attempt attempt = Attempt.of(3)
                    .vote(0, failed(Cause.SCRIPT_MISSING))
                    .vote(0, granted(5))
                    .vote(1, granted(5));

            assertThat(attempt.won().token()).isEqualTo(5);
        }

        @Test
        void every_node_of_the_largest_cluster_has_a_second_try_of_its_own() {
            Attempt attempt = Attempt.of(63);

            for (int node = 0; node < 63; node++) {
                attempt.vote(node, failed(Cause.SCRIPT_MISSING));

                assertThat(attempt.commands()).containsExactly(Attempt.acquire(node));
            }
            assertThat(attempt.vote(62, failed(Cause.SCRIPT_MISSING)).commands())
                    .isEmpty();
        }

        @Test
        void an_answer_that_comes_twice_is_a_defect_and_not_a_second_vote() {
            Attempt attempt = Attempt.of(3).vote(0, granted(5));

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> attempt.round().onVote(0, granted(5), Ballots.START))
                    .withMessageContaining("node 0 answered twice");
        }
    }

    @Nested
    class Counting {
        @ParameterizedTest(name = "{1} of {0}")
        @CsvSource({"1, 1", "2, 2", "3, 2", "4, 3", "5, 3", "6, 4", "7, 4"})
        void a_majority_of_the_configured_nodes_wins_and_one_less_does_not(int nodes, int quorum) {
            Attempt attempt = Attempt.of(nodes).votes(quorum - 1, granted(5));

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.vote(quorum - 1, granted(5)).won().token()).isEqualTo(5);
        }

        @ParameterizedTest(name = "{0} nodes")
        @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
        void nodes_that_cannot_be_reached_do_not_make_the_majority_smaller(int nodes) {
            int quorum = Ballot.quorumOf(nodes);
            Attempt attempt = Attempt.of(nodes).votes(quorum - 1, granted(5));

            for (int node = quorum - 1; node < nodes; node++) {
                attempt.vote(node, failed());
            }

            assertThat(attempt.lost().reason()).isEqualTo(Reason.NO_QUORUM);
        }

        @ParameterizedTest(name = "{0} nodes")
        @ValueSource(ints = {2, 4, 6})
        void an_even_split_is_lost_at_once_by_both_sides(int nodes) {
            Attempt attempt = Attempt.of(nodes).votes(nodes / 2, granted(5));
            for (int node = nodes / 2; node < nodes - 1; node++) {
                attempt.vote(node, denied("rival"));
            }
            // With 4 nodes and more, one refusal less than half leaves a majority possible.
            assertThat(attempt.isOpen()).isTrue();

            assertThat(attempt.vote(nodes - 1, denied("rival")).lost().reason()).isEqualTo(Reason.HELD);
        }

        @Test
        void a_lost_round_does_not_wait_for_nodes_that_cannot_change_it() {
            Attempt attempt = Attempt.of(5).vote(0, denied("rival")).vote(1, denied("rival"));
            assertThat(attempt.isOpen()).as("three may still come").isTrue();

            assertThat(attempt.vote(2, denied("rival")).lost().reason()).isEqualTo(Reason.HELD);
        }

        @ParameterizedTest
        @EnumSource(Cause.class)
        void a_node_that_fails_has_not_voted_whatever_the_cause(Cause cause) {
            Attempt attempt = Attempt.of(1).vote(0, failed(cause));
            if (cause == Cause.SCRIPT_MISSING) {
                attempt.vote(0, failed(cause));
            }

            assertThat(attempt.lost().reason()).isEqualTo(Reason.NO_QUORUM);
            assertThat(attempt.lost().evidence().of(0)).isEqualTo(failed(cause));
        }

        @ParameterizedTest
        @EnumSource(Cause.class)
        void a_node_that_fails_does_not_complete_a_majority(Cause cause) {
            Attempt attempt = Attempt.of(3).vote(0, granted(5)).vote(1, failed(cause));

            assertThat(attempt.isOpen()).isTrue();
            assertThat(attempt.round().isRaising()).isFalse();
        }

        @Test
        void an_answer_to_another_question_is_no_vote() {
            assertThat(Attempt.of(1).vote(0, new Confirmed()).lost().reason()).isEqualTo(Reason.HELD);
        }
    }

    @Nested
    class Explaining {
        @ParameterizedTest(name = "{1} of {0} nodes fail: {2}")
        @CsvSource({
            "1, 1, NO_QUORUM",
            "2, 1, NO_QUORUM",
            "3, 1, HELD",
            "3, 2, NO_QUORUM",
            "4, 1, HELD",
            "4, 2, NO_QUORUM",
            "5, 2, HELD",
            "5, 3, NO_QUORUM"
        })
        void a_refusal_is_believed_only_if_a_majority_answered(int nodes, int failures, Reason reason) {
            Attempt attempt = Attempt.of(nodes);

            for (int node = 0; attempt.isOpen(); node++) {
                attempt.vote(node, node < failures ? failed() : denied("rival"));
            }

            assertThat(attempt.lost().reason()).isEqualTo(reason);
        }

        @Test
        void the_evidence_is_what_every_node_said_and_nothing_where_none_has_answered() {
            Attempt attempt = Attempt.of(5)
                    .vote(1, failed())
                    .vote(0, denied("rival"))
                    .vote(4, granted(5))
                    .vote(3, denied("other"));

            Replies evidence = attempt.lost().evidence();

            assertThat(evidence.of(0)).isEqualTo(denied("rival"));
            assertThat(evidence.of(1)).isEqualTo(failed());
            assertThat(evidence.of(2)).isNull();
            assertThat(evidence.of(3)).isEqualTo(denied("other"));
            assertThat(evidence.of(4)).isEqualTo(granted(5));
        }

        @Test
        void whoever_is_silent_until_the_end_counts_as_failed() {
            Attempt attempt = Attempt.of(3).vote(0, granted(5)).timeout();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.NO_QUORUM);
            assertThat(attempt.lost().evidence())
                    .isEqualTo(Ballots.replies(granted(5), Ballots.silent(), Ballots.silent()));
        }

        @Test
        void one_silent_node_does_not_hide_that_the_lock_is_held() {
            Attempt attempt =
                    Attempt.of(3).vote(0, granted(5)).vote(1, denied("rival")).timeout();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
        }

        @Test
        void a_caller_who_gives_up_is_told_what_was_known_until_then() {
            Attempt attempt = Attempt.of(3).vote(2, denied("rival")).cancel();

            assertThat(attempt.lost().reason()).isEqualTo(Reason.CANCELLED);
            assertThat(attempt.lost().evidence()).isEqualTo(Replies.none(3).with(2, denied("rival")));
        }
    }

    @Nested
    class Time {
        // The ttl is 1000 ms, the drift 12 and the minimum validity 50.

        @Test
        void a_lease_is_valid_from_before_the_first_command_however_long_the_answers_took() {
            Won won = Attempt.of(1).at(after(600)).vote(0, granted(5)).won();

            assertThat(won.validUntil()).isEqualTo(after(988));
        }

        @Test
        void votes_that_leave_one_nanosecond_more_than_the_minimum_are_good() {
            Attempt attempt = Attempt.of(1).at(after(938).minus(Duration.ofNanos(1)));

            assertThat(attempt.vote(0, granted(5)).won().validUntil()).isEqualTo(after(988));
        }

        @Test
        void votes_that_leave_no_more_than_the_minimum_are_too_late() {
            Attempt attempt = Attempt.of(1).at(after(938)).vote(0, granted(5));

            assertThat(attempt.lost().reason()).isEqualTo(Reason.TOO_LATE);
            assertThat(attempt.lost().evidence()).isEqualTo(Ballots.replies(granted(5)));
        }

        @Test
        void without_a_minimum_a_lease_that_ends_now_is_still_too_late() {
            LeaseTerms bare = new LeaseTerms(
                    Ballots.TERMS.ttl(), Ballots.TERMS.drift(), Duration.ZERO, Ballots.TERMS.nodeTimeout());
            AcquireRound round = AcquireRound.start(new Ballot(1, Ballots.CLAIM, bare), 5, Ballots.START)
                    .round();

            assertThat(round.onVote(0, granted(5), after(987)).outcome()).containsInstanceOf(Won.class);
            assertThat(round.onVote(0, granted(5), after(988)).outcome()).containsInstanceOf(AcquireOutcome.Lost.class);
        }

        @Test
        void a_round_that_is_refused_late_is_refused_and_not_late() {
            Attempt attempt = Attempt.of(1).at(after(5000)).vote(0, denied("rival"));

            assertThat(attempt.lost().reason()).isEqualTo(Reason.HELD);
        }
    }

    @Test
    void rounds_of_equal_history_are_equal() {
        AcquireRound one = Attempt.of(3).vote(0, granted(5)).round();
        AcquireRound other = Attempt.of(3).vote(0, granted(5)).round();

        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one).isNotEqualTo(Attempt.of(3).vote(0, granted(6)).round());
    }
}
