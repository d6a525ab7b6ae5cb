package dev.redlock.chaos.suite;

import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.report.MutantResult;
import dev.redlock.chaos.report.Role;
import dev.redlock.chaos.report.Run;
import dev.redlock.chaos.scenario.Mutants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which mistakes were caught, and by which scenarios. */
public final class MutantScores {
    private MutantScores() {}

    public static List<MutantResult> of(List<Run> runs) {
        Map<String, List<String>> killers = new TreeMap<>();
        for (Run run : runs) {
            if (run.role() == Role.MUTANT) {
                List<String> by = killers.computeIfAbsent(run.lock(), unused -> new ArrayList<>());
                if (run.verdict() == Verdict.VIOLATED) {
                    by.add(run.scenario());
                }
            }
        }
        List<MutantResult> results = new ArrayList<>();
        killers.forEach((id, by) -> results.add(new MutantResult(id, Mutants.title(id), by)));
        return results;
    }
}
