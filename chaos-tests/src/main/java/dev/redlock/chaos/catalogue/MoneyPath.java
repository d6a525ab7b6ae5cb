package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.STALE_REFUSED;
import static dev.redlock.chaos.check.rules.Counters.UNKNOWN;
import static dev.redlock.chaos.check.rules.Counters.WRITES;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RFENCED;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.actor.Point;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** From the lock to the ledger and back. */
final class MoneyPath {
    private MoneyPath() {}

    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>(List.of(checkThenWrite(), inTokenOrder(), markFirst(), unknownOutcome()));
        all.add(crash());
        return all;
    }

    private static Scenario checkThenWrite() {
        return Scenario.of("S31", "A holder is paused between the check of its token and its write")
                .fast()
                .kills("M16")
                .beside(RFENCED)
                .mustSee(WRITES)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    Call late = a.payHeldAt(Point.ADMITTED, "p1");
                    Call bye = a.release();
                    Call other;
                    try (var pause = stage.inject(a.frozen())) {
                        other = b.work(X, stage.longerThanTtl(), "p2");
                        // B either pays, or waits for A at the fence; nothing tells the two apart but time.
                        stage.pass(stage.ttl().plusMillis(700));
                    }
                    late.goOn().await();
                    bye.await();
                    other.await();
                });
    }

    private static Scenario inTokenOrder() {
        return Scenario.of("S32", "The next holder repeats a payout that the one before has made")
                .fast()
                .kills("M24")
                .mustSee(WRITES)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    Call late = a.payHeldAt(Point.COMMITTED, "p1");
                    Call bye = a.release();
                    try (var pause = stage.inject(a.frozen())) {
                        stage.require(b.work(X, stage.longerThanTtl(), "p1"), "B tries the same payout");
                    }
                    late.goOn().await();
                    bye.await();
                });
    }

    private static Scenario markFirst() {
        return Scenario.of("S33", "A late payout arrives when the next holder has the lock and has not written yet")
                .kills("M41")
                .beside(RLOCK, RREDLOCK)
                .mustSee(STALE_REFUSED)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    Call late = a.payHeldAt(Point.CHECKED, "p1");
                    Call bye = a.release();
                    try (var pause = stage.inject(a.frozen())) {
                        stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock while A stands still");
                        b.prepare().await();
                    }
                    late.goOn().await();
                    bye.await();
                    b.pay("p2").await();
                    b.release().await();
                });
    }

    private static Scenario unknownOutcome() {
        return Scenario.of("S34", "The ledger commits a payout, and its confirmation is lost")
                .fast()
                .kills("M24")
                .mustSee(UNKNOWN)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    Call unsure = a.payHeldAt(Point.WRITTEN, "p1");
                    try (var deaf = stage.inject(a.ledger().dropReplies())) {
                        unsure.goOn();
                        stage.await("the payout is committed", stage.ttl(), () -> isPaid(stage));
                    }
                    unsure.await();
                    a.release().await();
                    stage.require(b.work(X, stage.longerThanTtl(), "p1"), "B tries the same payout");
                });
    }

    private static boolean isPaid(Stage stage) {
        return stage.rig().ledger().journal(stage.fullName(X)).stream().anyMatch(entry -> entry.amount() > 0);
    }

    private static Scenario crash() {
        return Scenario.of("S49", "A client dies at every point of its way, and another one repeats its payout")
                .kills("M24")
                .mustSee(WRITES, UNKNOWN)
                .play(stage -> {
                    Client b = stage.client("B");
                    Map<String, Point> deaths =
                            Map.of("A", Point.CHECKED, "C", Point.ADMITTED, "D", Point.WRITTEN, "E", Point.COMMITTED);
                    new TreeMap<>(deaths).forEach((name, point) -> {
                        Client dying = stage.client(name).ready(X);
                        Call payout = dying.payHeldAt(point, "p-" + point);
                        if (stage.isCalm()) {
                            payout.await();
                            dying.release().await();
                        }
                        stage.happens(dying.killed());
                        stage.require(b.work(X, stage.longerThanTtl(), "p-" + point), "B repeats the payout");
                    });
                });
    }
}
