package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How long a lock takes when one node answers late, against the same contender with all nodes well. */
record SlowNode(String id, int nodes) implements Measure {
    private static final Duration LATE = Duration.ofMillis(100);
    private static final double MICRO = 1e3;

    /** In microseconds. */
    private record Times(double median, double p99) {}

    private record Round(Times well, Times slow) {}

    @Override
    public List<Finding> run(Stage stage) {
        Map<Kind, Contender> slowed = new EnumMap<>(Kind.class);
        try (DelayedLink link = new DelayedLink(stage.node(0), LATE)) {
            List<String> uris = new ArrayList<>(List.of(link.uri()));
            for (int node = 1; node < nodes; node++) {
                uris.add(stage.node(node).uri());
            }
            Kind.OF_QUORUM.forEach(kind -> slowed.put(kind, kind.open(uris)));
            Map<Kind, List<Round>> rounds = stage.rounds(
                    Kind.OF_QUORUM,
                    kind -> new Round(
                            times(stage, stage.contender(kind, nodes)),
                            times(stage, slowed.getOrDefault(kind, stage.contender(kind, nodes)))));
            return List.of(
                    finding(rounds, "median", "≤ 1.1×", Times::median), finding(rounds, "p99", "≤ 2×", Times::p99));
        } finally {
            slowed.values().forEach(Contender::close);
        }
    }

    private static Times times(Stage stage, Contender contender) {
        long[] nanos = Slice.acquires(contender, stage.size().slice());
        return new Times(Estimate.percentile(nanos, 0.5) / MICRO, Estimate.percentile(nanos, 0.99) / MICRO);
    }

    private Finding finding(Map<Kind, List<Round>> rounds, String what, String target, ToDoubleFunction<Times> number) {
        List<Row> rows = new ArrayList<>();
        rounds.forEach((kind, all) -> {
            List<Double> slow =
                    all.stream().map(one -> number.applyAsDouble(one.slow())).toList();
            List<Double> well =
                    all.stream().map(one -> number.applyAsDouble(one.well())).toList();
            rows.add(new Row(kind.label(), Estimate.of(slow), Optional.of(Finding.ratio(slow, well))));
        });
        String title = "one node 100 ms late: lock, " + what + ", against all nodes well";
        return new Finding(new Heading(what.equals("median") ? id : id + " " + what, title, "µs", target), rows);
    }
}
