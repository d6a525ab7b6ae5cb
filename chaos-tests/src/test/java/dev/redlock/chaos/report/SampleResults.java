package dev.redlock.chaos.report;

import dev.redlock.chaos.check.rules.Rules;
import dev.redlock.chaos.check.rules.Trial;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.History;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Results as a real execution of the suite has them, without one: clients take turns, trouble comes, and the real checkers
 * judge. For tests of the page and for a look at it.
 */
public final class SampleResults {

    /** The trouble of a sample scenario. */
    private enum Trouble {
        NONE("S00", "No fault at all"),
        PAUSE("S01", "The holder stands still for longer than its lease"),
        SLOW_LEDGER("S03", "A write takes three seconds on its way to the ledger"),
        CLOCK("S06", "The clock of one node jumps ahead by a minute"),
        MAJORITY_DOWN("S16", "Three of five nodes are down"),
        PARTITION("S29", "The holder can reach only two of five nodes"),
        UNKNOWN("S34", "The ledger commits, and its answer is lost");

        private final String id;
        private final String title;

        Trouble(String id, String title) {
            this.id = id;
            this.title = title;
        }
    }

    private static final List<String> CLIENTS = List.of("A", "B", "C");

    private SampleResults() {}

    /** Writes a sample report: {@code java … SampleResults target/chaos-report-sample}. */
    public static void main(String[] args) {
        System.out.println(Report.write(create(42, 5), Path.of(args[0])).toAbsolutePath());
    }

    static ChaosResults create(long seed, int turns) {
        return create(seed, turns, SampleLock.ALL);
    }

    static ChaosResults create(long seed, int turns, List<SampleLock> locks) {
        List<Run> runs = new ArrayList<>();
        long seedOfScenario = seed;
        for (Trouble trouble : Trouble.values()) {
            seedOfScenario++;
            for (SampleLock lock : locks) {
                if (trouble != Trouble.NONE || lock.isOurs()) {
                    runs.add(run(trouble, lock, seedOfScenario, turns));
                }
            }
        }
        return new ChaosResults("sample", seed, runs, mutants());
    }

    private static List<MutantResult> mutants() {
        return List.of(
                new MutantResult("M01", "no check that the lease is still valid", List.of("S02", "S21")),
                new MutantResult("M03", "two of five nodes are a quorum", List.of("S29", "S40")),
                new MutantResult("M04", "release deletes whatever is there", List.of("S24")),
                new MutantResult("M09", "the token is the maximum of one round", List.of("S17")),
                new MutantResult("M15", "the ledger has no fence", List.of("S01", "S03")),
                new MutantResult("M23", "a lost lease is not told", List.of("S29", "S42")));
    }

    private static Run run(Trouble trouble, SampleLock lock, long seed, int turns) {
        SampleScene scene = new SampleScene(lock, "payouts of merchant 7");
        Random random = new Random(seed);
        double now = 50;
        for (int turn = 0; turn < turns; turn++) {
            String client = CLIENTS.get(turn % CLIENTS.size());
            String next = CLIENTS.get((turn + 1) % CLIENTS.size());
            String payout = "payout-" + (turn + 1);
            now = turn % 3 == 1
                    ? troubled(scene, trouble, lock, new Turn(client, next, payout, now))
                    : calm(scene, random, client, payout, now);
            now = lock.excludes() ? now + 20 + random.nextInt(60) : now - 250;
        }
        // A clock that jumps is outside of what any lease can promise: there the fence has to do it alone.
        History history = scene.history(trouble != Trouble.CLOCK);
        Trial trial = Trial.of(history, Rules.all(), List.of());
        Role role = trouble == Trouble.NONE ? Role.CONTROL : lock.role();
        return new Run(
                trouble.id,
                trouble.title,
                lock.name(),
                role,
                seed,
                trial.verdict(),
                trial.violations(),
                trial.counters(),
                Map.of("p99 acquire ms", 11.0 + random.nextInt(9)),
                history);
    }

    private record Turn(String client, String next, String payout, double now) {}

    private static double calm(SampleScene scene, Random random, String client, String payout, double now) {
        SampleScene.Actor actor = scene.enter(client);
        double took = 4 + random.nextInt(12);
        actor.acquires(now, took);
        scene.refused(CLIENTS.get((CLIENTS.indexOf(client) + 2) % 3), now + 120, "held by " + client);
        actor.pays(now + took + 150, 12, payout);
        double end = now + 350 + random.nextInt(250);
        if (random.nextBoolean()) {
            actor.renews(now + 300);
            actor.pays(now + 500, 14, payout + "b");
            end = now + 620 + random.nextInt(300);
        }
        actor.releases(end);
        return end;
    }

    private static double troubled(SampleScene scene, Trouble trouble, SampleLock lock, Turn turn) {
        return switch (trouble) {
            case NONE -> calm(scene, new Random(1), turn.client, turn.payout, turn.now);
            case PAUSE -> pause(scene, lock, turn);
            case SLOW_LEDGER -> slowLedger(scene, lock, turn);
            case CLOCK -> clock(scene, turn);
            case MAJORITY_DOWN -> majorityDown(scene, turn);
            case PARTITION -> partition(scene, lock, turn);
            case UNKNOWN -> unknown(scene, turn);
        };
    }

    private static double pause(SampleScene scene, SampleLock lock, Turn turn) {
        SampleScene.Actor stopped = scene.enter(turn.client);
        double end = stopped.acquires(turn.now, 9);
        double wakes = end + 700;
        scene.fault(Fault.client(turn.client), Fault.PAUSED, turn.now + 60, wakes, turn.client + " stood still.");
        SampleScene.Actor successor = scene.enter(turn.next);
        successor.acquires(end + 25, 8);
        successor.pays(end + 140, 11, turn.payout);
        stopped.pays(wakes + 2, 9, turn.payout);
        if (lock.isOurs()) {
            stopped.told(wakes + 3, "expired");
        }
        successor.releases(wakes + 150);
        return wakes + 150;
    }

    private static double slowLedger(SampleScene scene, SampleLock lock, Turn turn) {
        SampleScene.Actor slow = scene.enter(turn.client);
        double end = slow.acquires(turn.now, 7);
        scene.fault(
                turn.client + "->ledger",
                "slow",
                turn.now + 80,
                turn.now + 3100,
                "Writes of " + turn.client + " took three seconds.");
        SampleScene.Actor successor = scene.enter(turn.next);
        if (lock.isOurs()) {
            slow.told(end - 60, "expired");
        }
        successor.acquires(end + 25, 8);
        successor.pays(end + 140, 11, turn.payout);
        slow.pays(turn.now + 90, 3000, turn.payout);
        successor.releases(turn.now + 3200);
        return turn.now + 3200;
    }

    private static double clock(SampleScene scene, Turn turn) {
        SampleScene.Actor first = scene.enter(turn.client);
        first.acquires(turn.now, 7);
        scene.fault(
                "node-3", "clock +60 s", turn.now + 200, turn.now + 1500, "The clock of node-3 was a minute ahead.");
        SampleScene.Actor second = scene.enter(turn.next);
        second.acquires(turn.now + 260, 9);
        second.pays(turn.now + 420, 10, turn.payout);
        first.pays(turn.now + 600, 10, turn.payout);
        first.releases(turn.now + 700);
        second.releases(turn.now + 900);
        return turn.now + 1500;
    }

    private static double majorityDown(SampleScene scene, Turn turn) {
        for (int node = 2; node <= 4; node++) {
            scene.fault("node-" + node, "down", turn.now, turn.now + 2500, "node-" + node + " was down.");
        }
        for (int i = 0; i < 12; i++) {
            scene.refused(CLIENTS.get(i % 3), turn.now + 150 + i * 190, "node-2, node-3 and node-4 did not answer");
        }
        return turn.now + 2600;
    }

    private static double partition(SampleScene scene, SampleLock lock, Turn turn) {
        SampleScene.Actor cut = scene.enter(turn.client);
        double end = cut.acquires(turn.now, 7);
        for (int node = 3; node <= 5; node++) {
            scene.fault(
                    turn.client + "->node-" + node,
                    "cut",
                    turn.now + 150,
                    turn.now + 3600,
                    turn.client + " could not reach node-" + node + ".");
        }
        SampleScene.Actor successor = scene.enter(turn.next);
        if (lock.isOurs()) {
            cut.told(end - 80, "a quorum could not be reached");
        } else {
            cut.pays(end + 800, 10, turn.payout);
        }
        successor.acquires(end + 40, 8);
        successor.pays(end + 160, 10, turn.payout);
        successor.releases(end + 1100);
        if (!lock.isOurs()) {
            cut.releases(end + 1300);
        }
        return turn.now + 3700;
    }

    private static double unknown(SampleScene scene, Turn turn) {
        SampleScene.Actor actor = scene.enter(turn.client);
        actor.acquires(turn.now, 7);
        scene.fault("ledger", "answers lost", turn.now + 100, turn.now + 600, "The answers of the ledger were lost.");
        actor.paysWithoutAnswer(turn.now + 130, turn.payout);
        actor.pays(turn.now + 680, 10, turn.payout);
        actor.releases(turn.now + 800);
        return turn.now + 850;
    }
}
