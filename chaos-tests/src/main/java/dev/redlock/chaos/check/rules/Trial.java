package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.History;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A history, judged.
 *
 * @param counters what happened how often
 * @param missing the counters that had to be more than zero and were not
 */
public record Trial(List<Judgement> judgements, Map<String, Long> counters, List<String> missing) {

    public Trial {
        judgements = List.copyOf(judgements);
        counters = Map.copyOf(counters);
        missing = List.copyOf(missing);
    }

    /**
     * Judges by the given promises.
     *
     * @param mustHappen counters that show that the scenario took place at all
     */
    public static Trial of(History history, List<Checker> checkers, Collection<String> mustHappen) {
        List<Judgement> judgements =
                checkers.stream().map(checker -> checker.check(history)).toList();
        Map<String, Long> counters = new TreeMap<>(Counters.of(history));
        judgements.forEach(judgement -> judgement.counted().forEach(counters::putIfAbsent));
        return new Trial(
                judgements,
                counters,
                mustHappen.stream()
                        .filter(counter -> counters.getOrDefault(counter, 0L) == 0)
                        .sorted()
                        .toList());
    }

    /** A violation counts in any case; without one, a run in which too little happened is no proof of safety. */
    public Verdict verdict() {
        if (judgements.stream().anyMatch(each -> each.verdict() == Verdict.VIOLATED)) {
            return Verdict.VIOLATED;
        }
        boolean nothingJudged = judgements.stream().allMatch(each -> each.verdict() == Verdict.VACUOUS);
        return nothingJudged || !missing.isEmpty() ? Verdict.VACUOUS : Verdict.SAFE;
    }

    public List<Violation> violations() {
        return judgements.stream()
                .flatMap(judgement -> judgement.violations().stream())
                .sorted(Comparator.comparingLong(Violation::at))
                .toList();
    }
}
