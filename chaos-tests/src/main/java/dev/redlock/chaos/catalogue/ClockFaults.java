package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.OVERLAP;
import static dev.redlock.chaos.check.rules.Counters.STALE_REFUSED;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RFENCED;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** The clocks of nodes jump, run fast or go mad. */
final class ClockFaults {
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private ClockFaults() {}

    static List<Scenario> all() {
        return List.of(jump(), rateInsideTheBound(), strobe());
    }

    private static Scenario jump() {
        return Scenario.of("S06", "The clock of the one node that two majorities share jumps ahead by a minute")
                .fast()
                .breaksTiming()
                .kills("M15")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(OVERLAP, STALE_REFUSED)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var left = stage.inject(a.toNodes(LinkFaults::cut, Shared.farFromA(stage)));
                            var right = stage.inject(b.toNodes(LinkFaults::cut, Shared.farFromB(stage)))) {
                        a.ready(X);
                        if (stage.isCalm()) {
                            a.pay("p1");
                            a.release().await();
                        }
                        try (var clock = stage.inject(
                                stage.nodeFaults(Shared.node(stage)).clockAhead(A_MINUTE))) {
                            b.ready(X);
                            b.pay("p2").await();
                            a.pay("p1").await();
                            b.release().await();
                        }
                        a.release().await();
                    }
                });
    }

    private static Scenario rateInsideTheBound() {
        double tooFast = 0.04;
        return Scenario.of("S07", "All nodes' clocks run fast, but by less than the drift that is allowed for")
                .ttl(Duration.ofSeconds(2))
                .setting("driftPercent", 5)
                .kills("M26")
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    Nemesis[] fast = IntStream.rangeClosed(1, 5)
                            .mapToObj(node -> stage.nodeFaults(node).clockRate(tooFast))
                            .toArray(Nemesis[]::new);
                    try (var rates = stage.inject(fast)) {
                        a.holding(X);
                        if (stage.isCalm()) {
                            a.release().await();
                        }
                        Call next = b.acquire(X, Duration.ZERO);
                        while (!next.ok()) {
                            next = b.acquire(X, Duration.ZERO);
                        }
                        b.release().await();
                    }
                });
    }

    private static Scenario strobe() {
        return Scenario.of("S36", "The clocks of a majority jump back and forth ten times a second")
                .breaksTiming()
                .kills("M28")
                .beside(RREDLOCK)
                .mustSee(GRANTS)
                .play(stage -> {
                    Duration time = Duration.ofSeconds(3);
                    Call one = stage.client("A").crowd(2, time, List.of(X), 500);
                    Call other = stage.client("B").crowd(2, time, List.of(X), 500);
                    strobe(stage, time);
                    one.await();
                    other.await();
                    stage.mustRecoverWithin(stage.longerThanTtl());
                    stage.require(stage.client("A").work(X, stage.longerThanTtl(), "after"), "A pays afterwards");
                });
    }

    private static void strobe(Stage stage, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (int beat = 0; System.nanoTime() - end < 0; beat++) {
            Duration offset = Duration.ofMillis(beat % 2 == 0 ? 1500 : -1500);
            Nemesis[] jumps = IntStream.rangeClosed(1, 3)
                    .mapToObj(node -> stage.nodeFaults(node).clockAhead(offset))
                    .toArray(Nemesis[]::new);
            try (var jump = stage.inject(jumps)) {
                stage.pass(Duration.ofMillis(100));
            }
        }
    }
}
