package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.History;
import java.util.List;
import java.util.Map;

/**
 * One scenario with one lock.
 *
 * @param scenario id in the catalogue, such as {@code S06}
 * @param lock what the column of the table is called
 * @param counters what happened how often; the proof that the run was not vacuous
 * @param measures figures such as {@code p99 acquire ms}
 */
public record Run(
        String scenario,
        String title,
        String lock,
        Role role,
        long seed,
        Verdict verdict,
        List<Violation> violations,
        Map<String, Long> counters,
        Map<String, Double> measures,
        History history) {

    public Run {
        violations = List.copyOf(violations);
        counters = Map.copyOf(counters);
        measures = Map.copyOf(measures);
    }
}
