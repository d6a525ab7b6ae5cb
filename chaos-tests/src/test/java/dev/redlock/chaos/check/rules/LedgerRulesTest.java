package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.Money;
import dev.redlock.chaos.history.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the ledger may take: fences, single payouts, balances. */
class LedgerRulesTest {

    private final Tale tale = new Tale();

    @Nested
    class Fence {

        @Test
        void tokens_that_never_go_back_and_refusals_of_the_overtaken_are_fine() {
            tale.hold("A", 1).granted(0, 10, 1).paid(20, "p1").paid(30, "p2").stale(300, "p3");
            tale.hold("B", 1).granted(100, 110, 2).paid(200, "p4");
            tale.hold("A", 2, "other").granted(100, 110, 1).paid(400, "p5");
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void a_refusal_is_deserved_as_soon_as_the_newer_holder_was_on_its_way() {
            tale.hold("B", 1).granted(100, 110, 2).marked(200);
            tale.hold("A", 1).granted(0, 10, 1).stale(197, "p3");
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void an_older_token_after_a_newer_one_is_told() {
            tale.hold("B", 1).granted(100, 110, 2).paid(200, "p4");
            tale.hold("A", 1).granted(0, 10, 1).paid(300, "p3");
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "The ledger took a write of A with token 1 at 0.000 s, after one of B with the newer"
                                    + " token 2 at 0.000 s.");
        }

        @Test
        void one_token_from_two_clients_is_told() {
            tale.hold("A", 1).granted(0, 10, 1).paid(200, "p4");
            tale.hold("B", 1).granted(0, 10, 1).paid(300, "p3");
            assertThat(judged().violations())
                    .singleElement()
                    .satisfies(violation ->
                            assertThat(violation.sentence()).contains("writes of A and of B with the same token 1"));
        }

        @Test
        void a_refusal_that_nobody_explains_is_told() {
            tale.hold("A", 1).granted(0, 10, 1).marked(50).stale(100, "p1");
            tale.hold("B", 1).granted(100, 110, 2).marked(200);
            assertThat(judged().violations())
                    .singleElement()
                    .satisfies(violation -> assertThat(violation.sentence())
                            .contains("refused a write of A (token 1) as stale")
                            .contains("nobody with a newer token had been there"));
        }

        @Test
        void a_run_in_which_nobody_wrote_proves_nothing() {
            tale.hold("A", 1).granted(0, 10, 1).marked(50);
            assertThat(judged().verdict()).isEqualTo(Verdict.VACUOUS);
        }

        private Judgement judged() {
            return new FenceChecker().check(tale.told());
        }
    }

    @Nested
    class StrictFence {

        @Test
        void writes_after_the_own_mark_are_fine() {
            tale.hold("A", 1).granted(0, 10, 1).marked(20).paid(30, "p1");
            tale.hold("B", 1).granted(100, 110, 2).marked(120).paid(130, "p2");
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void a_write_of_a_holder_that_never_marked_is_fine_if_it_is_the_newest() {
            tale.hold("A", 1).granted(0, 10, 1).marked(20);
            tale.hold("B", 1).granted(100, 110, 2).paid(130, "p2");
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void an_older_write_after_a_newer_mark_is_told_although_the_newer_holder_has_not_written_yet() {
            tale.hold("A", 1).granted(0, 10, 1).marked(20).paid(330, "p1");
            tale.hold("B", 1).granted(100, 110, 2).marked(120).paid(400, "p2");
            assertThat(new FenceChecker().check(tale.told()).verdict()).isEqualTo(Verdict.SAFE);
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "The ledger took a write of A with token 1 at 0.000 s, 210 ns after B had marked it"
                                    + " with token 2.");
        }

        private Judgement judged() {
            return new StrictFenceChecker().check(tale.told());
        }
    }

    @Nested
    class Once {

        @Test
        void paid_once_refused_and_unknown_are_all_fine() {
            tale.hold("A", 1)
                    .granted(0, 10, 1)
                    .paid(20, "paid")
                    .wrote(30, "refused", Outcome.FAIL)
                    .wrote(40, "unknown and not there", Outcome.INFO)
                    .wrote(50, "unknown and there", Outcome.INFO)
                    .entry(50, "unknown and there");
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
            assertThat(judged().evidence()).isEqualTo(4);
        }

        @Test
        void a_second_try_after_an_unknown_outcome_may_find_it_done() {
            tale.hold("A", 1)
                    .granted(0, 10, 1)
                    .wrote(20, "p", Outcome.INFO)
                    .entry(20, "p")
                    .wrote(30, "p", Outcome.OK);
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void a_second_payment_is_told() {
            tale.hold("A", 1).granted(0, 10, 1).paid(20, "p");
            tale.hold("B", 1).granted(30, 40, 2).paid(50, "p");
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "Payout p was paid again: by A (token 1) at 0.000 s and by B (token 2) at 0.000 s.");
        }

        @Test
        void a_payment_that_is_confirmed_but_not_there_and_one_that_is_refused_but_there_are_told() {
            tale.hold("A", 1).granted(0, 10, 1).wrote(20, "gone", Outcome.OK);
            tale.hold("B", 1)
                    .granted(0, 10, 1)
                    .wrote(30, "secret", Outcome.FAIL)
                    .entry(40, "secret");
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "A (token 1) was told at 0.000 s that payout gone is paid, but the ledger has no such entry.",
                            "Payout secret was paid at 0.000 s by B (token 1), although everybody who tried was told that"
                                    + " it was not.");
        }

        private Judgement judged() {
            return new OnceChecker().check(tale.told());
        }
    }

    @Nested
    class Balance {

        @Test
        void balances_that_the_entries_explain_are_fine() {
            tale.hold("A", 1).granted(0, 10, 1).paid(20, "p1").paid(30, "p2");
            tale.facts(facts ->
                    facts.withMoney(new Money(Map.of("acc-r", 500L, "x", 7L), Map.of("acc-r", 300L, "x", 7L), 200)));
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void an_unknown_payment_is_fine_either_way_as_long_as_the_books_agree() {
            tale.hold("A", 1)
                    .granted(0, 10, 1)
                    .paid(10, "p")
                    .wrote(20, "q", Outcome.INFO)
                    .entry(20, "q");
            tale.facts(facts -> facts.withMoney(new Money(Map.of("acc-r", 500L), Map.of("acc-r", 300L), 200)));
            assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
        }

        @Test
        void money_that_nobody_counted_proves_nothing() {
            tale.hold("A", 1).granted(0, 10, 1).paid(20, "p1");
            assertThat(judged().verdict()).isEqualTo(Verdict.VACUOUS);
        }

        @Test
        void a_cent_that_no_entry_explains_is_told() {
            tale.hold("A", 1).granted(0, 10, 1).paid(20, "p1");
            tale.facts(facts -> facts.withMoney(new Money(Map.of("acc-r", 500L), Map.of("acc-r", 401L), 99)));
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "Account acc-r ends with 401, but began with 500 and the entries leave 400 of it.");
        }

        @Test
        void a_lost_update_and_a_side_that_received_too_little_are_told() {
            tale.hold("A", 1).granted(0, 10, 1).wrote(20, "p1", Outcome.OK);
            tale.facts(facts -> facts.withMoney(new Money(Map.of("acc-r", 500L), Map.of("acc-r", 500L), 1)));
            assertThat(judged().violations())
                    .extracting(Violation::sentence)
                    .containsExactly(
                            "All accounts together began with 500 and ended with 500, but 1 was received on the other side.",
                            "100 of payout p1 that A (token 1) was told of at 0.000 s never left an account.");
        }

        private Judgement judged() {
            return new MoneyChecker().check(tale.told());
        }
    }
}
