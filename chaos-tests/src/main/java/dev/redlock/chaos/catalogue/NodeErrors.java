package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Nodes are down, or answer with errors. */
final class NodeErrors {
    private NodeErrors() {}

    static List<Scenario> all() {
        return List.of(majorityDown(), outOfMemory());
    }

    private static Scenario majorityDown() {
        return Scenario.of("S16", "Three of five nodes are down")
                .kills("M20")
                .beside(RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    Nemesis[] down = nodes(node -> stage.nodeFaults(node).down(), 1, 2, 3);
                    try (var outage = stage.inject(down)) {
                        bothTry(a, b);
                    }
                    stage.mustRecoverWithin(stage.longerThanTtl());
                    stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays when the nodes are back");
                });
    }

    private static Scenario outOfMemory() {
        return Scenario.of("S37", "A majority of the nodes is out of memory, and the others have lost their scripts")
                .kills("M20")
                .beside(RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    try (var full = stage.inject(
                                    nodes(node -> stage.nodeFaults(node).outOfMemory(), 1, 2, 3));
                            var lost = stage.inject(
                                    nodes(node -> stage.nodeFaults(node).scriptsLost(), 4, 5))) {
                        a.pay("p1").await();
                        a.release().await();
                        stage.await(
                                "release works without memory",
                                stage.ttl().dividedBy(2),
                                () -> Votes.on(stage, X) == 0);
                        bothTry(a, b);
                    }
                    stage.mustRecoverWithin(stage.longerThanTtl());
                    stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays when the nodes are well again");
                });
    }

    private static void bothTry(Client a, Client b) {
        Call one = a.acquire(X, Duration.ZERO);
        Call other = b.acquire(X, Duration.ZERO);
        boolean both = one.ok() && other.ok();
        if (both) {
            a.prepare();
            b.prepare().await();
            a.pay("p3").await();
            b.pay("p4").await();
        }
        if (one.ok()) {
            a.release().await();
        }
        if (other.ok()) {
            b.release().await();
        }
    }

    private static Nemesis[] nodes(IntFunction<Nemesis> fault, int... numbers) {
        return IntStream.of(numbers).mapToObj(fault).toArray(Nemesis[]::new);
    }
}
