package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The time a checker takes is a matter of the machine; the number of its steps is not. */
class EffortTest {

    private static final int OPERATIONS = 200_000;

    @Test
    void two_hundred_thousand_operations_cost_each_checker_n_log_n_steps_at_most() {
        History history = shuffled(longHistory(OPERATIONS));
        int size = history.operations().size()
                + history.ledger().size()
                + history.facts().testimony().votes().size();
        assertThat(history.operations()).hasSizeGreaterThanOrEqualTo(OPERATIONS);

        long bound = 2L * size * (64 - Long.numberOfLeadingZeros(size));
        for (Checker checker : Rules.all()) {
            Judgement judgement = checker.check(history);
            assertThat(judgement.violations()).as(checker.id()).isEmpty();
            assertThat(judgement.steps()).as(checker.id()).isLessThan(bound);
        }
        for (Checker checker : Rules.named("INV-MUTEX", "INV-VOTES", "INV-TOKEN")) {
            assertThat(checker.check(history).steps()).as("steps are counted").isGreaterThan(OPERATIONS / 4);
        }
    }

    /** One resource, all holds one after the other: the worst case for whoever compares each with each. */
    private static History longHistory(int operations) {
        Tale tale = new Tale();
        for (int i = 0; i < operations / 4; i++) {
            long at = 100L * i;
            tale.hold("c" + i % 7, i)
                    .granted(at, at + 5, i + 1)
                    .marked(at + 15)
                    .paid(at + 25, "p" + i)
                    .released(at + 90);
        }
        History told = tale.told();
        return tale.facts(facts -> facts.withTestimony(Nodes.thatAgree(told, new Random(1))))
                .told();
    }

    /** Sorted input is easy to sort. */
    private static History shuffled(History history) {
        List<Operation> operations = new ArrayList<>(history.operations());
        Collections.shuffle(operations, new Random(1));
        return new History(operations, history.faults(), history.ledger(), history.facts());
    }
}
