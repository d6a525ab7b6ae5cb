package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.util.List;
import java.util.Map;

/**
 * Threads of one client that all want the same lock. The limit is one thread that nobody disturbs: one holder after another
 * is all that such a lock allows.
 */
record OneName(String id, int threads, int nodes) implements Measure {
    private static final double MILLI = 1e6;

    @Override
    public List<Finding> run(Stage stage) {
        Map<Kind, List<Load.Outcome>> outcomes = stage.rounds(
                Kind.OF_QUORUM,
                kind -> Load.ofOneName(kind == Kind.RAW ? 1 : threads)
                        .run(stage.contender(kind, nodes), stage.size().slice()));
        String where = ", one name, " + threads + " threads, " + nodes + " nodes";
        Finding speed = Finding.against(
                Kind.RAW.label(),
                new Heading(id, "cycles per second" + where, "1/s", "≥ 1.5×"),
                Stage.column(outcomes, Load.Outcome::cyclesPerSecond));
        outcomes.remove(Kind.RAW);
        Finding fairness = Finding.of(
                new Heading(id + " fairness", "fewest by most cycles of a thread" + where, "", "≥ 0.95"),
                Stage.column(outcomes, Load.Outcome::fairness));
        Finding wait = Finding.of(
                new Heading(id + " wait", "longest wait in a slice" + where, "ms", "≤ 20 ms"),
                Stage.column(outcomes, outcome -> outcome.longestWait() / MILLI));
        return List.of(speed, fairness, wait);
    }
}
