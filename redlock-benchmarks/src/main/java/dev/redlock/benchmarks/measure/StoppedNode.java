package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How long a lock takes while one node stands still with its connections open, against the same contender before. */
record StoppedNode(String id, int nodes) implements Measure {
    private static final int ROUNDS = 3;
    private static final double MICRO = 1e3;

    @Override
    public List<Finding> run(Stage stage) {
        Map<Kind, Contender> contenders = new EnumMap<>(Kind.class);
        Map<Kind, List<Double>> well = new LinkedHashMap<>();
        Map<Kind, List<Double>> stopped = new LinkedHashMap<>();
        try (RedisNodeSet set = RedisNodeSet.start(nodes)) {
            Kind.OF_QUORUM.forEach(kind -> contenders.put(kind, kind.open(set.uris())));
            for (int round = 0; round < ROUNDS; round++) {
                contenders.forEach((kind, contender) -> note(well, kind, median(stage, contender)));
                set.node(0).pause();
                for (Kind kind : Kind.OF_QUORUM) {
                    // Who waits for the node does so for many seconds. Once is enough.
                    boolean waits = kind == Kind.REDISSON_REDLOCK;
                    if (!waits || round == ROUNDS - 1) {
                        note(stopped, kind, median(stage, contenders.getOrDefault(kind, stage.contender(kind, nodes))));
                    }
                }
                set.node(0).resume();
                set.node(0).command("PING");
            }
        } finally {
            contenders.values().forEach(Contender::close);
        }
        List<Row> rows = new ArrayList<>();
        stopped.forEach((kind, times) -> rows.add(new Row(
                kind.label(),
                Estimate.of(times),
                Optional.of(Finding.ratio(times, well.getOrDefault(kind, List.of()))))));
        String title = "one node stopped: lock, median, against all nodes well";
        return List.of(new Finding(new Heading(id, title, "µs", "≤ 1.1×"), rows));
    }

    private static void note(Map<Kind, List<Double>> times, Kind kind, double value) {
        times.computeIfAbsent(kind, unused -> new ArrayList<>()).add(value);
    }

    private static double median(Stage stage, Contender contender) {
        return Estimate.percentile(Slice.acquires(contender, stage.size().slice()), 0.5) / MICRO;
    }
}
