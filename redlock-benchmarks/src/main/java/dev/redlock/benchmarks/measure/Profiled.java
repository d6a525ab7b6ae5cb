package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.profile.Profile;
import dev.redlock.benchmarks.profile.Workload;
import dev.redlock.benchmarks.stats.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A measure after which our lock does the same once more, for a look at where its time or its heap goes. */
record Profiled(Measure measure, Load load, int nodes, BiFunction<Profile, Workload, List<Finding>> look)
        implements Measure {

    @Override
    public String id() {
        return measure.id();
    }

    @Override
    public List<Finding> run(Stage stage) {
        List<Finding> findings = new ArrayList<>(measure.run(stage));
        if (stage.profiles()) {
            stage.closeContenders();
            Contender ours = stage.contender(Kind.OURS, nodes);
            Profile profile = Profile.ofThisProcess(id(), "cycle", Stage.pids(stage.nodes(nodes)));
            findings.addAll(look.apply(profile, length -> load.run(ours, length).work()));
        }
        return findings;
    }
}
