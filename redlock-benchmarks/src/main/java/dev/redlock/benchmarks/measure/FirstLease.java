package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.testkit.redis.RedisNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** From nothing to the first lock: connections to all nodes included, the loading of classes not. */
record FirstLease(String id, int nodes) implements Measure {
    private static final int ROUNDS = 5;
    private static final double MILLI = 1e6;

    @Override
    public List<Finding> run(Stage stage) {
        List<String> uris = IntStream.range(0, nodes)
                .mapToObj(stage::node)
                .map(RedisNode::uri)
                .toList();
        Map<String, List<Double>> times = new LinkedHashMap<>();
        for (int round = -1; round < ROUNDS; round++) {
            for (Kind kind : Kind.OF_QUORUM) {
                double took = once(kind, uris);
                if (round >= 0) {
                    times.computeIfAbsent(kind.label(), unused -> new ArrayList<>())
                            .add(took);
                }
            }
        }
        Heading heading = new Heading(id, "connect to " + nodes + " nodes and lock", "ms", "≤ 300 ms");
        return List.of(Finding.against(Kind.RAW.label(), heading, times));
    }

    private static double once(Kind kind, List<String> uris) {
        long begin = System.nanoTime();
        try (Contender contender = kind.open(uris)) {
            Contender.Hold hold = contender.lock(Stage.newName());
            double took = (System.nanoTime() - begin) / MILLI;
            hold.unlock();
            return took;
        }
    }
}
