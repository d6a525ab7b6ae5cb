package dev.redlock.chaos.check;

import java.util.List;
import java.util.Map;

/**
 * What one checker says about one history.
 *
 * @param evidence how many things it could judge; 0 means that the run proves nothing about this promise
 * @param steps how many comparisons that took, so that tests can see how the effort grows
 * @param counted what was seen and is allowed here, such as overlaps while a clock jumps
 */
public record Judgement(
        String checker, long evidence, long steps, List<Violation> violations, Map<String, Long> counted) {

    public Judgement {
        violations = List.copyOf(violations);
        counted = Map.copyOf(counted);
    }

    public Verdict verdict() {
        if (!violations.isEmpty()) {
            return Verdict.VIOLATED;
        }
        return evidence == 0 ? Verdict.VACUOUS : Verdict.SAFE;
    }
}
