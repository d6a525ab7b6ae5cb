package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Lock and unlock when every node is a millisecond away, so that round trips are what counts. */
record FarNodes(String id, int nodes) implements Measure {
    private static final Duration AWAY = Duration.ofMillis(1);
    private static final double MILLI = 1e6;

    @Override
    public List<Finding> run(Stage stage) {
        List<DelayedLink> links = IntStream.range(0, nodes)
                .mapToObj(node -> new DelayedLink(stage.node(node), AWAY))
                .toList();
        Map<Kind, Contender> far = new EnumMap<>(Kind.class);
        try {
            List<String> uris = links.stream().map(DelayedLink::uri).toList();
            Kind.OF_QUORUM.forEach(kind -> far.put(kind, kind.open(uris)));
            Map<Kind, List<Double>> medians = stage.rounds(Kind.OF_QUORUM, kind -> {
                Contender contender = far.getOrDefault(kind, stage.contender(kind, nodes));
                return Estimate.percentile(Slice.cycles(contender, stage.size().slice()), 0.5) / MILLI;
            });
            Heading heading = new Heading(id, "every node 1 ms away: lock and unlock, median", "ms", "≤ 1.03×");
            return List.of(Finding.against(Kind.RAW.label(), heading, Stage.column(medians, value -> value)));
        } finally {
            far.values().forEach(Contender::close);
            links.forEach(DelayedLink::close);
        }
    }
}
