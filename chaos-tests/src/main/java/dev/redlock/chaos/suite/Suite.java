package dev.redlock.chaos.suite;

import dev.redlock.chaos.actor.ActorMain;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.report.Role;
import dev.redlock.chaos.report.Run;
import dev.redlock.chaos.rig.Rig;
import dev.redlock.chaos.rig.Servers;
import dev.redlock.chaos.scenario.Contestant;
import dev.redlock.chaos.scenario.Mutants;
import dev.redlock.chaos.scenario.Runner;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.StallMeter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Plays many scenarios, side by side on rigs of their own, because a run is mostly waiting. The runs of one scenario come one
 * after the other on one rig, in the order of evidence and from the same seed.
 */
public final class Suite implements AutoCloseable {
    private static final int RIGS = 2;

    private final long seed;
    private final Servers servers = Servers.start();
    private final StallMeter stalls = new StallMeter();
    private final List<Rig> rigs = new ArrayList<>();
    private final List<Runner> idle = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(RIGS);

    /**
     * Starts everything that runs need.
     *
     * @param folder for everything that the runs write
     */
    public Suite(long seed, Path folder) {
        this.seed = seed;
        Mutants mutants = new Mutants(folder.resolve("mutants"));
        for (int number = 0; number < RIGS; number++) {
            Rig rig = new Rig(servers, "rig-" + number, ActorMain.class);
            rigs.add(rig);
            idle.add(new Runner(rig, folder.resolve("runs"), mutants, stalls));
        }
        System.out.printf(
                Locale.ROOT,
                "chaos: seed %d, Redis %s, Toxiproxy %s%n",
                seed,
                rigs.get(0).node(0).provider(),
                servers.toxiproxy().description());
    }

    /** Begins to play them all. What comes of each run can be awaited. */
    public Map<Scenario, Map<Contestant, CompletableFuture<Run>>> play(
            List<Scenario> scenarios, Function<Scenario, List<Contestant>> contestants) {
        Map<Scenario, Map<Contestant, CompletableFuture<Run>>> results = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            Map<Contestant, CompletableFuture<Run>> runs = new LinkedHashMap<>();
            contestants.apply(scenario).forEach(each -> runs.put(each, new CompletableFuture<>()));
            results.put(scenario, runs);
            threads.execute(() -> playAll(scenario, runs));
        }
        return results;
    }

    private void playAll(Scenario scenario, Map<Contestant, CompletableFuture<Run>> runs) {
        Runner runner = borrow();
        try {
            runs.forEach((contestant, result) -> {
                try {
                    Run run = runner.run(scenario, contestant, seed);
                    say(run);
                    result.complete(run);
                } catch (RuntimeException | Error e) {
                    System.out.printf(
                            Locale.ROOT,
                            "chaos: %s %-8s %-32s %s%n",
                            scenario.id(),
                            contestant.role(),
                            contestant.column(),
                            e);
                    result.completeExceptionally(e);
                }
            });
        } finally {
            giveBack(runner);
        }
    }

    private synchronized Runner borrow() {
        return idle.remove(idle.size() - 1);
    }

    private synchronized void giveBack(Runner runner) {
        idle.add(runner);
    }

    private void say(Run run) {
        System.out.printf(
                Locale.ROOT,
                "chaos: %s %-8s %-32s %-8s %5.1f s%s%n",
                run.scenario(),
                run.role(),
                run.lock(),
                run.verdict(),
                run.measures().getOrDefault("seconds", 0.0),
                isAsExpected(run) ? "" : "   <-- replay: " + replay(run));
    }

    public static String replay(Run run) {
        return "./mvnw -pl chaos-tests -am verify -Dscenario=" + run.scenario() + " -Dseed=" + run.seed();
    }

    /** Whether a run says what it must for the build to go on. */
    public static boolean isAsExpected(Run run) {
        return run.role() == Role.PEER
                || run.verdict() == (run.role() == Role.MUTANT ? Verdict.VIOLATED : Verdict.SAFE);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        rigs.forEach(Rig::close);
        servers.close();
        stalls.close();
    }
}
