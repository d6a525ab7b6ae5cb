package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Testimony;
import dev.redlock.chaos.history.Vote;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What holders may believe, and what they may do: exclusion, validity, tokens, restraint. */
class HoldRulesTest {

    private final Tale tale = new Tale();

    @Nested
    class Exclusion {

        @Test
        void holds_that_follow_each_other_are_fine_even_without_a_nanosecond_between() {
            tale.hold("A", 1).granted(0, 10, 1).released(500);
            tale.hold("B", 1).granted(400, 500, 2);
            tale.hold("C", 1).granted(1000, 1380, 3);
            assertSafe();
        }

        @Test
        void a_holder_that_was_told_or_whose_lease_is_over_is_none() {
            tale.hold("A", 1).granted(0, 10, 1).told(700);
            tale.hold("B", 1).granted(600, 700, 2);
            tale.hold("C", 1).granted(1500, 1580, 3);
            tale.hold("C", 2, "other").granted(600, 700, 1);
            assertSafe();
        }

        @Test
        void a_reentrant_holder_holds_until_it_releases_the_outermost_time() {
            tale.hold("A", 1)
                    .granted(0, 10, 1)
                    .granted(20, 25, 1, 980)
                    .released(100)
                    .released(200);
            tale.hold("B", 1).granted(50, 150, 2);
            assertThat(judged().verdict()).isEqualTo(Verdict.VIOLATED);
        }

        @Test
        void one_nanosecond_of_overlap_is_told_with_names_tokens_and_times() {
            tale.hold("A", 1).granted(0, 10, 1).released(501);
            tale.hold("B", 1).granted(400, 500, 2);
            assertThat(judged().violations())
                    .containsExactly(new Violation(
                            "INV-MUTEX",
                            "r",
                            500,
                            "A (token 1) and B (token 2) both believed that they hold r for 1 ns: the first had it until"
                                    + " 0.000 s, the second from 0.000 s on."));
        }

        @Test
        void one_client_may_not_hold_it_twice_either() {
            tale.hold("A", 1).granted(0, 10, 1).released(600);
            tale.hold("A", 2).granted(400, 500, 2);
            assertThat(judged().violations())
                    .singleElement()
                    .satisfies(violation -> assertThat(violation.sentence())
                            .startsWith("Two attempts of A both believed that they hold r for 100 ns"));
        }

        @Test
        void an_extension_is_a_window_of_its_own() {
            tale.hold("A", 1).granted(0, 10, 1).extended(800, 820);
            tale.hold("B", 1).granted(990, 1000, 2);
            tale.hold("C", 1).granted(1770, 1785, 3);
            assertThat(judged().violations()).extracting(Violation::at).containsExactly(1000L, 1785L);
        }

        @Test
        void a_lock_that_names_no_validity_is_believed_as_long_as_its_holder_acts() {
            tale.hold("A", 1).granted(0, 10, 0, 0).paid(400, "p1");
            tale.hold("B", 1).granted(300, 350, 0, 0).released(600);
            assertThat(judged().violations()).singleElement().returns(350L, Violation::at);
        }

        @Test
        void overlaps_are_counted_where_the_timing_model_is_broken_on_purpose() {
            tale.promising(false, true, 0);
            tale.hold("A", 1).granted(0, 10, 1).released(600);
            tale.hold("B", 1).granted(400, 500, 2);
            assertSafe();
            assertThat(judged().counted()).containsEntry(Counters.OVERLAP, 1L);
        }

        @Test
        void one_holder_alone_proves_nothing() {
            tale.hold("A", 1).granted(0, 10, 1).extended(500, 510);
            assertThat(judged().verdict()).isEqualTo(Verdict.VACUOUS);
        }

        private void assertSafe() {
            assertThat(judged().violations()).isEmpty();
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        private Judgement judged() {
            return new MutexChecker().check(tale.told());
        }
    }

    @Nested
    class Validity {

        @Test
        void a_lease_of_exactly_the_ttl_less_the_drift_is_fine() {
            tale.hold("A", 1).granted(0, 979, 1, 980).extended(900, 910);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void a_lock_that_names_no_validity_cannot_be_judged() {
            tale.hold("A", 1).granted(0, 10, 1, 0);
            assertThat(judged().verdict()).isEqualTo(Verdict.VACUOUS);
        }

        @Test
        void a_lease_that_is_over_when_it_is_handed_out_is_told() {
            tale.hold("A", 1).granted(0, 980, 1, 980);
            tale.hold("B", 1).granted(0, 3_000_980, 2, 980);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "A (token 1) was given a lease of r at 0.000 s that had ended 0 ns before.",
                            "B (token 2) was given a lease of r at 0.003 s that had ended 3.0 ms before.");
        }

        @Test
        void a_nanosecond_more_than_the_nodes_will_keep_is_told() {
            tale.hold("A", 1).granted(0, 10, 1, 981);
            assertThat(judged().violations())
                    .singleElement()
                    .satisfies(violation -> assertThat(violation.sentence())
                            .contains("1 ns more than its ttl of 1.0 µs less the drift of 20 ns allows"));
        }

        @Test
        void it_counts_from_the_first_vote_where_the_nodes_can_be_asked_and_not_from_the_call() {
            tale.hold("A", 1).granted(0, 400, 1, 350 + Tale.LEASE);
            tale.hold("B", 1, "other").granted(0, 400, 2, 351 + Tale.LEASE);
            List<Vote> votes = List.of(
                    new Vote("node-1", "r", "a", 1, 350, 400, 400),
                    new Vote("node-2", "r", "a", 1, 390, 400, 400),
                    new Vote("node-1", "other", "b", 2, 350, 400, 400));
            tale.facts(facts -> facts.withTestimony(Testimony.of(votes)));
            assertThat(judged().violations()).extracting(Violation::resource).containsExactly("other");
        }

        private Judgement judged() {
            return new ValidityChecker().check(tale.told());
        }
    }

    @Nested
    class Tokens {

        @Test
        void tokens_that_grow_with_gaps_and_stay_the_same_within_a_hold_are_fine() {
            tale.hold("A", 1)
                    .granted(0, 10, 1)
                    .extended(20, 30)
                    .granted(40, 50, 1, 980)
                    .released(60);
            tale.hold("B", 1).granted(100, 110, 7);
            tale.hold("C", 1).unknown(120);
            tale.hold("A", 2, "other").granted(200, 210, 2);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void grants_that_overlap_in_time_may_come_in_either_order() {
            tale.hold("A", 1).granted(0, 50, 9);
            tale.hold("B", 1).granted(50, 60, 8);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void a_lock_without_tokens_cannot_be_judged() {
            tale.hold("A", 1).granted(0, 50, 0);
            assertThat(judged().verdict()).isEqualTo(Verdict.VACUOUS);
        }

        @Test
        void a_smaller_token_after_a_larger_one_is_told_even_by_another_client_and_long_after() {
            tale.hold("A", 1).granted(0, 49, 9);
            tale.hold("B", 1).granted(50, 60, 10);
            tale.hold("C", 1).granted(61, 70, 8);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "C was given token 8 of r at 0.000 s, although B had been given the larger token 10"
                                    + " 1 ns before it even asked.");
        }

        @Test
        void one_token_for_two_is_told_even_if_their_grants_overlap() {
            tale.hold("A", 1).granted(0, 50, 9);
            tale.hold("B", 1).granted(10, 60, 9);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly("A and B were both given token 9 of r, at 0.000 s and at 0.000 s.");
        }

        @Test
        void an_extension_or_a_second_entry_with_another_token_is_told() {
            tale.hold("A", 1).granted(0, 10, 1).extendedAs(2, 20, 30);
            tale.hold("B", 1).granted(40, 50, 3).granted(60, 70, 4, 1000);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "A held r with token 1 and extended it with token 2 at 0.000 s.",
                            "B held r with token 3 and re-entered it with token 4 at 0.000 s.");
        }

        private Judgement judged() {
            return new TokenChecker().check(tale.told());
        }
    }

    @Nested
    class Restraint {

        @Test
        void writing_until_the_last_moment_and_being_told_by_then_is_fine() {
            tale.hold("A", 1).granted(0, 10, 1).wrote(982, "p1", Outcome.OK).told(980);
            tale.hold("A", 2)
                    .granted(2000, 2010, 2)
                    .extended(2500, 2510)
                    .wrote(3482, "p2", Outcome.OK)
                    .released(3480);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void the_first_write_after_a_pause_over_the_end_is_excused_and_counted() {
            tale.hold("A", 1).granted(0, 10, 1).wrote(1600, "p1", Outcome.FAIL).told(1610);
            tale.paused("A", 500, 1500);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
            assertThat(judged().counted()).containsEntry(Counters.WROTE_AFTER_EXPIRY, 1L);
        }

        @Test
        void the_second_write_after_a_pause_is_not() {
            tale.hold("A", 1)
                    .granted(0, 10, 1)
                    .wrote(1600, "p1", Outcome.FAIL)
                    .wrote(1700, "p2", Outcome.FAIL)
                    .told(1601);
            tale.paused("A", 500, 1500);
            assertThat(judged().violations()).singleElement().returns(1698L, Violation::at);
        }

        @Test
        void a_pause_of_somebody_else_or_at_another_time_excuses_nothing() {
            tale.hold("A", 1).granted(0, 10, 1).wrote(1600, "p1", Outcome.FAIL).told(980);
            tale.paused("B", 500, 1500).paused("A", 981, 1500).paused("A", 100, 979);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly("A (token 1) began a write to r at 0.000 s, 618 ns after its own lease was over.");
        }

        @Test
        void a_word_that_comes_a_nanosecond_late_is_told_unless_the_machine_is_that_slow() {
            tale.hold("A", 1).granted(0, 10, 1).told(981);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly("A (token 1) was told at 0.000 s that its lease of r is over, 1 ns too late.");
            tale.promising(true, true, 1);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void a_holder_that_lives_on_must_have_been_told() {
            tale.hold("A", 1).granted(0, 10, 1);
            assertThat(judged().violations()).isEmpty();
            tale.hold("A", 2).refused(1500, 1510);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly("The lease of A (token 1) on r was over at 0.000 s, and nobody ever told it.");
            tale.promising(true, false, 0);
            assertThat(judged().violations()).isEmpty();
        }

        private Judgement judged() {
            return new SelfChecker().check(tale.told());
        }
    }
}
