package dev.redlock.chaos.scenario;

import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.rules.Counters;
import dev.redlock.chaos.check.rules.Rules;
import dev.redlock.chaos.check.rules.Trial;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.HistoryReader;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Observation;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Promises;
import dev.redlock.chaos.history.Setup;
import dev.redlock.chaos.history.Testimony;
import dev.redlock.chaos.lock.LockKind;
import dev.redlock.chaos.report.Role;
import dev.redlock.chaos.report.Run;
import dev.redlock.chaos.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Plays scenarios on one rig, one run after the other, and lets each be judged. */
public final class Runner {
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final String GIVEN_UP = "script given up";
    private static final Duration FIXED_DRIFT = Duration.ofMillis(2);

    private final Rig rig;
    private final Path folder;
    private final Mutants mutants;
    private final StallMeter stalls;
    private final Map<String, Remote> remotes = new TreeMap<>();

    /**
     * For runs on this rig only.
     *
     * @param folder for the diaries of all runs
     */
    public Runner(Rig rig, Path folder, Mutants mutants, StallMeter stalls) {
        this.rig = rig;
        this.folder = folder;
        this.mutants = mutants;
        this.stalls = stalls;
    }

    /**
     * Plays it once.
     *
     * @throws ScriptException if our lock does not even get to where the scenario begins
     */
    public Run run(Scenario scenario, Contestant contestant, long seed) {
        long start = System.nanoTime();
        RunId run = new RunId(scenario, contestant, seed, RUNS.incrementAndGet(), newFolder());
        Optional<Path> patched = contestant.patched() ? contestant.mutant().map(mutants::classesOf) : Optional.empty();
        rig.reset(scenario.ttl());
        Cast cast = new Cast(rig, remotes, run, patched);
        Stage stage = new Stage(cast, run);
        openAccounts(run);
        try {
            play(scenario, stage);
        } finally {
            stage.healAll();
            cast.leave();
        }
        History history = history(run, cast, stage, stalls.worstSince(start));
        return judged(run, history, (System.nanoTime() - start) / 1e9);
    }

    private static void play(Scenario scenario, Stage stage) {
        try {
            scenario.script().play(stage);
        } catch (ScriptException e) {
            if (stage.contestant().isSound()) {
                throw e;
            }
            stage.count(GIVEN_UP, 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** One for every resource that scripts use. */
    private void openAccounts(RunId run) {
        for (String account : Accounts.ALL) {
            rig.ledger().open(run.prefix() + account);
        }
    }

    private Path newFolder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(folder), "run-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private History history(RunId run, Cast cast, Stage stage, long slack) {
        Facts facts = Facts.of(setup(run), promises(run, slack))
                .withMoney(rig.ledger().money(run.prefix()))
                .withLeftovers(Observation.found(cast.leftovers()))
                .withForeignChanges(stage.foreign())
                .withTraffic(stage.traffic())
                .withRecovery(stage.recovery())
                .withTestimony(testimony(run));
        for (Map.Entry<String, Long> counter : stage.seen().entrySet()) {
            facts = facts.withSeen(counter.getKey(), counter.getValue());
        }
        return HistoryReader.read(cast.diaries())
                .toHistory(stage.faults(), rig.ledger().journal(run.prefix()), facts);
    }

    /** Only our own lock is known well enough for it. */
    private Testimony testimony(RunId run) {
        return run.contestant().kind() == LockKind.REDLOCK ? Testimony.of(rig.votes()) : Testimony.NOT_HEARD;
    }

    private static Setup setup(RunId run) {
        List<String> nodes = IntStream.range(0, run.contestant().nodes())
                .mapToObj(Rig::nameOf)
                .toList();
        long ttl = run.scenario().ttl().toNanos();
        long percent = Long.parseLong(run.scenario().settings().getOrDefault("driftPercent", "1"));
        return new Setup(nodes, ttl, ttl * percent / 100 + FIXED_DRIFT.toNanos());
    }

    private static Promises promises(RunId run, long slack) {
        boolean tellsLoss = run.contestant().kind() == LockKind.REDLOCK;
        return new Promises(run.scenario().timingHolds(), tellsLoss, slack);
    }

    /** Whoever got the lock has votes, or nobody was listening. */
    private static List<String> mustHappen(RunId run, History history) {
        List<String> all = new ArrayList<>();
        if (run.contestant().role() == Role.OURS) {
            all.addAll(run.scenario().mustHappen());
        }
        if (run.contestant().isSound() && history.operations().stream().anyMatch(Runner::isGrant)) {
            all.add(Counters.VOTES);
        }
        return all;
    }

    private static boolean isGrant(Operation operation) {
        return operation.kind() == Kind.ACQUIRE && operation.ok();
    }

    private static Run judged(RunId run, History history, double seconds) {
        Trial trial = Trial.of(history, Rules.all(), mustHappen(run, history));
        Map<String, Long> counters = new TreeMap<>(trial.counters());
        trial.missing().forEach(missing -> counters.put("MISSING: " + missing, 0L));
        boolean cutShort = trial.verdict() == Verdict.SAFE && counters.containsKey(GIVEN_UP);
        return new Run(
                run.scenario().id(),
                run.scenario().title(),
                run.contestant().column(),
                run.contestant().role(),
                run.seed(),
                cutShort ? Verdict.VACUOUS : trial.verdict(),
                trial.violations(),
                counters,
                Measures.of(history, seconds),
                history);
    }
}
