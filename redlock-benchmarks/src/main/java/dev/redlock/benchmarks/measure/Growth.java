package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** How the cost of a cycle grows with threads, nodes, names that were ever used, and leases that are held. */
enum Growth implements Measure {
    THREADS("G1", "cycles per second by threads, own names, 5 nodes") {
        @Override
        List<Row> rows(Stage stage) {
            List<Row> rows = new ArrayList<>();
            for (int threads : new int[] {1, 4, 16, 64, 256}) {
                Load load = Load.ofOwnNames(threads);
                rows.addAll(compared(
                        threads + " threads",
                        Stage.column(
                                stage.rounds(
                                        RAW_AND_OURS,
                                        kind -> load.run(
                                                stage.contender(kind, 5),
                                                stage.size().slice())),
                                Load.Outcome::cyclesPerSecond)));
            }
            return rows;
        }
    },
    NODES("G2", "cycles per second by nodes, one thread") {
        @Override
        List<Row> rows(Stage stage) {
            List<Row> rows = new ArrayList<>();
            for (int nodes : new int[] {1, 3, 5, 7, 9}) {
                rows.addAll(compared(
                        nodes + " nodes",
                        Stage.column(
                                stage.rounds(RAW_AND_OURS, kind -> rate(stage, stage.contender(kind, nodes))),
                                rate -> rate)));
            }
            return rows;
        }
    },
    NAMES("G3", "cycles per second by names used before, one thread, one node; against none") {
        @Override
        List<Row> rows(Stage stage) {
            return alone(
                    stage,
                    new int[] {0, 1_000, 10_000, 100_000, 1_000_000},
                    " names",
                    (contender, name) -> contender.lock("used:" + name).unlock());
        }
    },
    LEASES("G4", "cycles per second by leases held and renewed, one thread, one node; against none") {
        @Override
        List<Row> rows(Stage stage) {
            return alone(
                    stage,
                    new int[] {0, 1_000, 10_000, 50_000},
                    " leases",
                    (contender, name) -> ((Contender.Renewing) contender).lockAndRenew("held:" + name));
        }
    };

    private static final List<Kind> RAW_AND_OURS = List.of(Kind.RAW, Kind.OURS);

    private final String id;
    private final String title;

    Growth(String id, String title) {
        this.id = id;
        this.title = title;
    }

    private interface Use {
        void use(Contender contender, int name);
    }

    abstract List<Row> rows(Stage stage);

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<Finding> run(Stage stage) {
        return List.of(new Finding(new Heading(id, title, "1/s", "flat"), rows(stage)));
    }

    private static List<Row> compared(String suffix, Map<String, List<Double>> values) {
        Finding finding = Finding.against(Kind.RAW.label(), new Heading("", "", "", ""), values);
        return finding.rows().stream()
                .map(row -> new Row(row.contender() + ", " + suffix, row.value(), row.ratio()))
                .toList();
    }

    /** Ours with more and more of something in place; nothing is taken away in between. */
    private static List<Row> alone(Stage stage, int[] counts, String what, Use use) {
        List<Row> rows = new ArrayList<>();
        try (RedisNodeSet set = RedisNodeSet.start(1);
                Contender contender = Kind.OURS.open(set.uris())) {
            int there = 0;
            List<Double> atFirst = List.of();
            for (int count : counts) {
                IntStream.range(there, count).parallel().forEach(name -> use.use(contender, name));
                there = count;
                List<Double> rates = stage.rounds(List.of(Kind.OURS), kind -> rate(stage, contender))
                        .getOrDefault(Kind.OURS, List.of());
                atFirst = atFirst.isEmpty() ? rates : atFirst;
                rows.add(new Row(
                        Kind.OURS.label() + ", " + count + what,
                        Estimate.of(rates),
                        Optional.of(Finding.ratio(rates, atFirst))));
            }
        }
        return rows;
    }

    private static double rate(Stage stage, Contender contender) {
        long[] cycles = Slice.cycles(contender, stage.size().slice());
        return cycles.length * 1e9 / Arrays.stream(cycles).sum();
    }
}
