package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.util.List;
import java.util.Map;

/** How often threads can lock and unlock, each a name of its own. */
record Throughput(String id, int threads, int nodes, List<Kind> kinds, String target) implements Measure {

    @Override
    public List<Finding> run(Stage stage) {
        Load load = Load.ofOwnNames(threads);
        Map<Kind, List<Load.Outcome>> outcomes = stage.rounds(
                kinds,
                kind -> load.run(stage.contender(kind, nodes), stage.size().slice()));
        String on = nodes == 1 ? "one node" : nodes + " nodes";
        Heading heading =
                new Heading(id, "cycles per second, " + threads + " threads, own names, " + on, "1/s", target);
        return List.of(
                Finding.against(Kind.RAW.label(), heading, Stage.column(outcomes, Load.Outcome::cyclesPerSecond)));
    }
}
