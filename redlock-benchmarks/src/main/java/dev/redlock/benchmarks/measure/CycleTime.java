package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.util.List;
import java.util.Map;

/** How long one thread takes to lock and unlock. */
record CycleTime(String id, int nodes, List<Kind> kinds, String target) implements Measure {
    private static final double MICRO = 1e3;

    @Override
    public List<Finding> run(Stage stage) {
        Map<Kind, List<Double>> medians = stage.rounds(
                kinds,
                kind -> Estimate.percentile(
                                Slice.cycles(
                                        stage.contender(kind, nodes),
                                        stage.size().slice()),
                                0.5)
                        / MICRO);
        String on = nodes == 1 ? "one node" : nodes + " nodes";
        Heading heading = new Heading(id, "lock and unlock, one thread, new names, " + on + ": median", "µs", target);
        return List.of(Finding.against(Kind.RAW.label(), heading, Stage.column(medians, value -> value)));
    }
}
