package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.Observation;
import dev.redlock.chaos.history.Recovery;
import dev.redlock.chaos.history.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is seen around the holders: foreign changes, leftovers, recovery, traffic, and whether anything happened. */
class WorldRulesTest {

    private final Tale tale = new Tale();

    @Test
    void having_looked_and_found_nothing_is_safe_and_not_having_looked_is_nothing() {
        for (Checker checker : Rules.named("INV-FOREIGN", "INV-CLEAN")) {
            assertThat(checker.check(new Tale().told()).verdict()).isEqualTo(Verdict.VACUOUS);
        }
        tale.facts(facts ->
                facts.withLeftovers(Observation.found(List.of())).withForeignChanges(Observation.found(List.of())));
        for (Checker checker : Rules.named("INV-FOREIGN", "INV-CLEAN")) {
            assertThat(checker.check(tale.told()).verdict()).isEqualTo(Verdict.SAFE);
        }
    }

    @Test
    void what_was_found_is_told_as_it_was_found() {
        tale.facts(facts -> facts.withLeftovers(Observation.found(List.of("node-2 still has the key x")))
                .withForeignChanges(Observation.found(List.of("node-1: A deleted the vote of B."))));
        assertThat(Trial.of(tale.told(), Rules.all(), List.of()).violations())
                .extracting(Violation::sentence)
                .containsExactly("node-1: A deleted the vote of B.", "node-2 still has the key x.");
    }

    @Test
    void a_grant_at_the_last_moment_after_the_heal_is_soon_enough() {
        tale.hold("A", 1).granted(100, 200, 1).released(300);
        tale.hold("B", 1).refused(400, 600);
        tale.hold("B", 2).granted(700, 1500, 2, 1600);
        tale.facts(facts -> facts.withRecovery(new Recovery(500, 1000, 0, 0)));
        assertThat(live().check(tale.told()).verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void a_minority_of_faulty_nodes_costs_little() {
        for (int i = 0; i < 100; i++) {
            tale.hold("A", i).granted(1000L * i, 1000L * i + (i == 7 ? 900 : 50), i + 1);
        }
        tale.faults("node-1", 0, 1_000_000);
        tale.facts(facts -> facts.withRecovery(new Recovery(0, 0, 1.0, 50)));
        assertThat(live().check(tale.told()).verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void a_grant_a_nanosecond_after_the_bound_is_too_late() {
        tale.hold("B", 1).refused(400, 600);
        tale.hold("B", 2).granted(700, 1501, 2, 1600);
        tale.facts(facts -> facts.withRecovery(new Recovery(500, 1000, 0, 0)));
        assertThat(live().check(tale.told()).violations())
                .extracting(Violation::sentence)
                .containsExactly("The last fault healed at 0.000 s, and 1.0 µs later nobody had got the lock, though 2"
                        + " attempts were made.");
    }

    @Test
    void nobody_who_asks_after_the_heal_proves_nothing() {
        tale.hold("A", 1).granted(100, 200, 1);
        tale.facts(facts -> facts.withRecovery(new Recovery(500, 1000, 0, 0)));
        assertThat(live().check(tale.told()).verdict()).isEqualTo(Verdict.VACUOUS);
    }

    @Test
    void too_few_or_too_slow_grants_during_a_fault_are_told() {
        tale.hold("A", 1).granted(100, 200, 1);
        tale.hold("B", 1).refused(150, 160);
        tale.faults("node-1", 100, 1000);
        tale.facts(facts -> facts.withRecovery(new Recovery(0, 0, 0.51, 99)));
        assertThat(live().check(tale.told()).violations())
                .extracting(Violation::sentence)
                .containsExactly(
                        "While faults were there, only 1 of 2 attempts got the lock, where 51.0 % must.",
                        "While faults were there, one grant in a hundred took 100 ns or longer, where 99 ns is the limit.");
    }

    @Test
    void traffic_within_its_bounds_is_fine_and_beyond_them_is_told() {
        assertThat(rate(new Traffic(0, 0, 15, 0, 0))).isEmpty();
        assertThat(rate(new Traffic(100, 1500, 15, 10, 10))).isEmpty();
        assertThat(rate(new Traffic(100, 1000, 15, 0, 10))).isEmpty();
        assertThat(rate(new Traffic(100, 1501, 15, 11, 10)))
                .containsExactly(
                        "100 attempts cost 1501 commands, where 15.0 each are allowed.",
                        "Connections were opened again 11 times, where 10 are allowed.");
    }

    @Test
    void a_run_in_which_a_counter_that_must_move_did_not_is_vacuous() {
        tale.hold("A", 1).granted(0, 10, 1).marked(20).paid(30, "p1").released(40);
        tale.facts(facts -> facts.withSeen("late SET applied", 3));
        Trial trial = Trial.of(
                tale.told(),
                Rules.all(),
                List.of(Counters.STALE_REFUSED, Counters.GRANTS, "late SET applied", "unheard"));
        assertThat(trial.verdict()).isEqualTo(Verdict.VACUOUS);
        assertThat(trial.missing()).containsExactly(Counters.STALE_REFUSED, "unheard");
        assertThat(Trial.of(tale.told(), Rules.all(), List.of(Counters.GRANTS)).verdict())
                .isEqualTo(Verdict.SAFE);
        assertThat(Trial.of(new Tale().told(), Rules.all(), List.of()).verdict())
                .isEqualTo(Verdict.VACUOUS);
    }

    @Test
    void counters_say_what_happened() {
        tale.hold("A", 1).granted(0, 10, 1).stale(1600, "p1");
        tale.hold("B", 1).granted(900, 910, 5).marked(950).paid(960, "p1").told(1000);
        tale.hold("C", 1).refused(950, 960);
        tale.hold("C", 2).unknown(970);
        tale.paused("A", 500, 1500);
        assertThat(Counters.of(tale.told()))
                .containsEntry(Counters.GRANTS, 2L)
                .containsEntry(Counters.REFUSED_ATTEMPTS, 1L)
                .containsEntry(Counters.UNKNOWN, 1L)
                .containsEntry(Counters.WRITES, 1L)
                .containsEntry(Counters.WROTE_AFTER_EXPIRY, 1L)
                .containsEntry(Counters.STALE_REFUSED, 1L)
                .containsEntry(Counters.TOKEN_GAPS, 1L)
                .containsEntry(Counters.OVERLAP, 1L)
                .containsEntry(Counters.LOSSES_TOLD, 1L)
                .containsEntry(Counters.FAULTS, 1L);
    }

    @Test
    void a_promise_that_does_not_exist_is_a_mistake() {
        assertThatThrownBy(() -> Rules.named("INV-MUTEX", "INV-NICE")).hasMessage("no such promise: INV-NICE");
    }

    private static Checker live() {
        return Rules.named("INV-LIVE").get(0);
    }

    private List<String> rate(Traffic traffic) {
        tale.facts(facts -> facts.withTraffic(traffic));
        return Rules.named("INV-RATE").get(0).check(tale.told()).violations().stream()
                .map(Violation::sentence)
                .toList();
    }
}
