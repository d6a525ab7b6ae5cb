package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.alone.CycleInMemory;
import dev.redlock.benchmarks.alone.RoundOfVotes;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What our own code takes, without Redis, Netty and Lettuce: its time and its heap, each in a JVM of its own. */
record OwnCode(String id, String heapId, Class<?> benchmark, String title) implements Measure {
    private static final String BYTES_PER_CYCLE = "gc.alloc.rate.norm";

    static OwnCode ofCycle() {
        return new OwnCode("J1", "J2", CycleInMemory.class, "lock and unlock, one thread, nodes that cost nothing");
    }

    static OwnCode ofRound() {
        return new OwnCode(
                "J3",
                "J3 heap",
                RoundOfVotes.class,
                "one round of five nodes, from its start to the third vote, which decides");
    }

    @Override
    public List<Finding> run(Stage stage) {
        Collection<RunResult> results;
        try {
            results = new Runner(options(stage.size().alone())).run();
        } catch (RunnerException e) {
            throw new IllegalStateException(benchmark.getSimpleName() + " could not be run", e);
        }
        List<Row> times = new ArrayList<>();
        List<Row> heap = new ArrayList<>();
        for (RunResult result : results) {
            List<Double> nanos = new ArrayList<>();
            List<Double> bytes = new ArrayList<>();
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
                for (IterationResult slice : fork.getIterationResults()) {
                    nanos.add(slice.getPrimaryResult().getScore());
                    bytes.add(bytesPerCycle(slice));
                }
            }
            times.add(new Row(label(result), Estimate.of(nanos), Optional.empty()));
            heap.add(new Row(label(result), Estimate.of(bytes), Optional.empty()));
        }
        return List.of(
                new Finding(new Heading(id, title, "ns", ""), times),
                new Finding(new Heading(heapId, title + ": heap", "B", ""), heap));
    }

    private Options options(Size.OfJmh size) {
        TimeValue slice = TimeValue.milliseconds(size.slice().toMillis());
        return new OptionsBuilder()
                .include("^\\Q" + benchmark.getName() + "\\E\\.")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(size.forks())
                .warmupIterations(size.warmUps())
                .warmupTime(slice)
                .measurementIterations(size.rounds())
                .measurementTime(slice)
                .addProfiler(GCProfiler.class)
                .jvmArgs("-Xmx512m", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
                .shouldFailOnError(true)
                // Its table says the same as ours, in another form.
                .verbosity(VerboseMode.SILENT)
                .build();
    }

    private static double bytesPerCycle(IterationResult slice) {
        return slice.getSecondaryResults().values().stream()
                .filter(result -> result.getLabel().endsWith(BYTES_PER_CYCLE))
                .mapToDouble(result -> result.getScore())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this JVM does not tell what it allocates"));
    }

    private static String label(RunResult result) {
        String nodes = result.getParams().getParam("nodes");
        return Kind.OURS.label() + (nodes == null ? "" : ", " + nodes + (nodes.equals("1") ? " node" : " nodes"));
    }
}
