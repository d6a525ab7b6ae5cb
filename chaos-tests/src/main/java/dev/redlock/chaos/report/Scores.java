package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The runs by scenario and by lock. Mutants are not locks that anybody could choose: they have a table of their own. */
final class Scores {

    private final List<Run> runs;

    Scores(ChaosResults results) {
        this.runs =
                results.runs().stream().filter(run -> run.role() != Role.MUTANT).toList();
    }

    /** Ours first, then the others as they came, and at the end those that were hit hardest by having no lock at all. */
    List<String> locks() {
        return runs.stream()
                .sorted(Comparator.comparingInt(Scores::rank))
                .map(Run::lock)
                .distinct()
                .toList();
    }

    private static int rank(Run run) {
        if (run.role() != Role.PEER) {
            return 0;
        }
        return run.lock().startsWith("no lock") ? 2 : 1;
    }

    boolean isOurs(String lock) {
        return runs.stream().anyMatch(run -> run.lock().equals(lock) && run.role() == Role.OURS);
    }

    List<String> scenarios() {
        return List.copyOf(
                new LinkedHashSet<>(runs.stream().map(Run::scenario).sorted().toList()));
    }

    String title(String scenario) {
        return runs.stream()
                .filter(run -> run.scenario().equals(scenario))
                .map(Run::title)
                .findFirst()
                .orElse("");
    }

    List<Run> of(String scenario, String lock) {
        return runs.stream()
                .filter(run -> run.scenario().equals(scenario) && run.lock().equals(lock))
                .toList();
    }

    /** How many scenarios came to which end with this lock; the worst of several runs counts. */
    Map<Verdict, Long> tally(String lock) {
        Map<Verdict, Long> tally = new LinkedHashMap<>();
        for (String scenario : scenarios()) {
            List<Run> cell = of(scenario, lock).stream()
                    .filter(run -> run.role() != Role.CONTROL)
                    .toList();
            if (!cell.isEmpty()) {
                tally.merge(worst(cell), 1L, Long::sum);
            }
        }
        return tally;
    }

    static Verdict worst(List<Run> cell) {
        List<Verdict> verdicts = new ArrayList<>(cell.stream().map(Run::verdict).toList());
        if (verdicts.contains(Verdict.VIOLATED)) {
            return Verdict.VIOLATED;
        }
        return verdicts.contains(Verdict.VACUOUS) ? Verdict.VACUOUS : Verdict.SAFE;
    }

    static Map<String, Long> perChecker(List<Violation> violations) {
        Map<String, Long> counts = new TreeMap<>();
        violations.forEach(violation -> counts.merge(violation.checker(), 1L, Long::sum));
        return counts;
    }
}
