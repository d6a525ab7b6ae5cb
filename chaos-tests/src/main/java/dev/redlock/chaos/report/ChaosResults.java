package dev.redlock.chaos.report;

import java.util.List;

/**
 * Everything one execution of the suite found.
 *
 * @param size how much was run: {@code quick}, {@code full}, {@code soak}
 * @param seed from which all other seeds were drawn
 */
public record ChaosResults(String size, long seed, List<Run> runs, List<MutantResult> mutants) {

    public ChaosResults {
        runs = List.copyOf(runs);
        mutants = List.copyOf(mutants);
    }
}
