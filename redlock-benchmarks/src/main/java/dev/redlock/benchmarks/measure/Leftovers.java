package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What is left in the memory of a node for each name that was locked and unlocked. */
record Leftovers(String id) implements Measure {
    private static final int NAMES = 10_000;

    @Override
    public List<Finding> run(Stage stage) {
        Map<String, List<Double>> left = new LinkedHashMap<>();
        for (Kind kind : Kind.OF_ONE) {
            try (RedisNodeSet set = RedisNodeSet.start(1);
                    Contender contender = kind.open(set.uris())) {
                // So that what the node keeps for its connections and scripts is there before.
                use(contender, "warm-up", NAMES / 10);
                long before = Traffic.number(set.node(0), "used_memory");
                use(contender, "name", NAMES);
                long after = Traffic.number(set.node(0), "used_memory");
                left.put(kind.label(), List.of((after - before) / (double) NAMES));
            }
        }
        Heading heading = new Heading(id, "left per name in the memory of a node, after unlock", "B", "≤ 80 B");
        return List.of(Finding.of(heading, left));
    }

    private static void use(Contender contender, String prefix, int names) {
        IntStream.range(0, names)
                .parallel()
                .forEach(name -> contender.lock(prefix + ":" + name).unlock());
    }
}
