package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.profile.Profile;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several processes that all want the same lock. The limit is one process with one thread that nobody disturbs. */
record Processes(String id, int processes, int threads, int nodes) implements Measure {

    @Override
    public List<Finding> run(Stage stage) {
        Size.OfProcesses size = stage.size().processes();
        Map<Kind, ProcessGroup> groups = new LinkedHashMap<>();
        try {
            // One group after another: while one warms up, the others are idle or not there yet.
            for (Kind kind : Kind.OF_QUORUM) {
                int count = kind == Kind.RAW ? 1 : processes;
                ProcessGroup group = ProcessGroup.start(kind, count, kind == Kind.RAW ? 1 : threads, stage.uris(nodes));
                groups.put(kind, group);
                group.contend(size.warmUpOf(count));
            }
            Map<Kind, List<ProcessShare>> shares = Stage.turns(
                    Kind.OF_QUORUM, size.rounds(), kind -> group(groups, kind).contend(size.slice()));
            List<Finding> findings = new ArrayList<>(findings(shares));
            if (stage.profiles()) {
                ProcessGroup ours = group(groups, Kind.OURS);
                findings.addAll(new Profile(id, "cycle", ours.pids(), Stage.pids(stage.nodes(nodes)))
                        .ofProcessors(length -> ours.contend(length).work()));
            }
            return findings;
        } finally {
            groups.values().forEach(ProcessGroup::close);
        }
    }

    private static ProcessGroup group(Map<Kind, ProcessGroup> groups, Kind kind) {
        ProcessGroup group = groups.get(kind);
        if (group == null) {
            throw new IllegalStateException("nobody has started " + kind);
        }
        return group;
    }

    private List<Finding> findings(Map<Kind, List<ProcessShare>> shares) {
        String where = ", one name, " + processes + " processes with " + threads + " threads each, " + nodes + " nodes";
        Map<String, List<Double>> cycles = Stage.column(shares, ProcessShare::cyclesPerSecond);
        Map<String, List<Double>> handovers = Stage.column(shares, ProcessShare::handoversPerSecond);
        // Who is alone hands over to nobody: its cycles are what others could do at best.
        handovers.put(Kind.RAW.label(), cycles.getOrDefault(Kind.RAW.label(), List.of()));
        Map<String, List<Double>> fairness = Stage.column(shares, ProcessShare::fairness);
        fairness.remove(Kind.RAW.label());
        return List.of(
                Finding.against(
                        Kind.RAW.label(),
                        new Heading(id, "handovers to another process per second" + where, "1/s", "≥ 1×"),
                        handovers),
                Finding.against(
                        Kind.RAW.label(), new Heading(id + " cycles", "cycles per second" + where, "1/s", ""), cycles),
                Finding.of(
                        new Heading(id + " fairness", "fewest by most cycles of a thread" + where, "", "≥ 0.9"),
                        fairness));
    }
}
