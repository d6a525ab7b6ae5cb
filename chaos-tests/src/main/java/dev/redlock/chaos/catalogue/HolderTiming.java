package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.check.rules.Counters.STALE_REFUSED;
import static dev.redlock.chaos.check.rules.Counters.WROTE_AFTER_EXPIRY;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.OURS;
import static dev.redlock.chaos.scenario.Contestant.OURS_1;
import static dev.redlock.chaos.scenario.Contestant.OURS_3;
import static dev.redlock.chaos.scenario.Contestant.RFENCED;
import static dev.redlock.chaos.scenario.Contestant.RFENCED_ALONE;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK_3;

import dev.redlock.chaos.actor.Point;
import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import java.time.Duration;
import java.util.List;

/** A holder, its clock or its messages are late. */
final class HolderTiming {
    private HolderTiming() {}

    static List<Scenario> all() {
        return List.of(
                pausedHolder(),
                pausedBeforeTheReplies(),
                lateWrite(),
                slowNodes(),
                lateAcquire(),
                wallClockOfAClient(),
                suspendedMachine());
    }

    private static Scenario pausedHolder() {
        return Scenario.of("S01", "A holder is paused between its last look at the lock and its payout")
                .fast()
                .with(OURS, OURS_3, OURS_1)
                .kills("M15")
                .beside(RLOCK, RFENCED, RFENCED_ALONE, RREDLOCK)
                .mustSee(WROTE_AFTER_EXPIRY, STALE_REFUSED)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    Call late = a.payHeldAt(Point.CHECKED, "p1");
                    Call bye = a.release();
                    try (var pause = stage.inject(a.frozen())) {
                        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays while A stands still");
                    }
                    late.goOn().await();
                    bye.await();
                });
    }

    private static Scenario pausedBeforeTheReplies() {
        return Scenario.of("S02", "A client is paused while the nodes' votes are on their way to it")
                .beside(RREDLOCK_3, RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    Call late;
                    try (var held = stage.inject(a.toNodes(LinkFaults::holdReplies, 3, 4, 5))) {
                        late = a.acquire(X, Duration.ZERO);
                        stage.await("three nodes vote for A", stage.ttl(), () -> Votes.on(stage, X) >= 3);
                        if (stage.isCalm()) {
                            a.release().await();
                        }
                        try (var pause = stage.inject(a.frozen())) {
                            stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock when A's votes end");
                            b.prepare().await();
                            held.close();
                        }
                    }
                    if (late.ok() && !stage.isCalm()) {
                        a.prepare();
                        a.pay("p1");
                        a.release().await();
                    }
                    b.pay("p2").await();
                    b.release().await();
                });
    }

    private static Scenario lateWrite() {
        return Scenario.of("S03", "A payout is held up on its way to the ledger")
                .fast()
                .kills("M15")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(STALE_REFUSED)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    Call late;
                    try (var held = stage.inject(a.ledger().holdRequests())) {
                        late = a.pay("p1");
                        a.release();
                        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays while A's payout is on its way");
                    }
                    late.await();
                });
    }

    private static Scenario slowNodes() {
        Duration slow = Duration.ofMillis(170);
        return Scenario.of("S04", "Every reply takes almost as long as a client is willing to wait")
                .kills("M29", "M36")
                .beside(RREDLOCK)
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var delay =
                            stage.inject(a.toNodes(link -> link.delay(slow, Duration.ofMillis(20)), 1, 2, 3, 4, 5))) {
                        a.ready(X);
                        a.extend().await();
                        a.pay("p1").await();
                        a.release().await();
                    }
                    stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays");
                });
    }

    private static Scenario lateAcquire() {
        return Scenario.of("S05", "The request of a client that has given up reaches the nodes late")
                .fast()
                .kills("M05")
                .beside(RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var held = stage.inject(a.toNodes(LinkFaults::holdRequests, 1, 2, 3))) {
                        Call attempt = a.acquire(X, Duration.ZERO);
                        if (attempt.ok()) {
                            a.release().await();
                        }
                    }
                    stage.mustRecoverWithin(stage.ttl().dividedBy(2));
                    stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays");
                });
    }

    private static Scenario wallClockOfAClient() {
        return Scenario.of("S08", "The wall clock of a holder is set back by an hour")
                .fast()
                .kills("M02")
                .beside(RLOCK, RFENCED)
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    if (stage.isCalm()) {
                        a.pay("p1");
                        a.release().await();
                    }
                    try (var clock = stage.inject(a.wallClockAhead(Duration.ofHours(-1)))) {
                        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays when A's lock has ended");
                        stage.pass(Duration.ofMillis(200));
                        a.pay("p1").await();
                    }
                });
    }

    private static Scenario suspendedMachine() {
        return Scenario.of(
                        "S35", "The machine of a holder is suspended, and when it wakes up no time has passed for it")
                .breaksTiming()
                .kills("M15")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(STALE_REFUSED, "valid by a clock that stood still")
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    if (stage.isCalm()) {
                        a.pay("p1");
                        a.release().await();
                    }
                    try (var sleep = stage.inject(a.suspended())) {
                        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays while A's machine sleeps");
                    }
                    stage.count("valid by a clock that stood still", a.look().ok());
                    a.pay("p1").await();
                    a.release().await();
                });
    }
}
