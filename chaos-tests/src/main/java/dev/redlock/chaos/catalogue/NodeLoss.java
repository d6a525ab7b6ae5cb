package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RFENCED;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RLOCK_WAIT;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.NodeFaults;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.List;

/** Nodes come back without their memory, or with an old one. */
final class NodeLoss {
    private NodeLoss() {}

    static List<Scenario> all() {
        return List.of(
                restartWithoutPersistence(),
                counterLost(),
                powerLoss(),
                oldBackup(),
                ghostLock(),
                failover(),
                bareQuorumLost(),
                flushed());
    }

    private static Scenario restartWithoutPersistence() {
        return Scenario.of("S09", "The one node that two majorities share restarts without its data")
                .fast()
                .killsBy("INV-VOTES", "M14")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> betweenTwo(
                        stage,
                        () -> stage.happens(stage.nodeFaults(Shared.node(stage)).forgetsAll())));
    }

    /** A holds the lock on its majority, something happens to the node that both share, and B tries at once. */
    private static void betweenTwo(Stage stage, Runnable happening) {
        Client a = stage.client("A");
        Client b = stage.client("B");
        try (var left = stage.inject(a.toNodes(LinkFaults::cut, Shared.farFromA(stage)));
                var right = stage.inject(b.toNodes(LinkFaults::cut, Shared.farFromB(stage)))) {
            a.ready(X);
            happening.run();
            if (stage.isCalm()) {
                a.pay("p1");
                a.release().await();
            }
            if (!b.acquire(X, Duration.ZERO).ok()) {
                stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock in the end");
            }
            b.prepare().await();
            a.pay("p1").await();
            b.pay("p2").await();
            b.release().await();
        }
    }

    private static Scenario counterLost() {
        return Scenario.of("S10", "A node forgets which tokens it has given, long after the lock was released")
                .fast()
                .kills("M35")
                .beside(RFENCED)
                .mustSee(GRANTS)
                .play(stage -> oneAfterTheOther(
                        stage,
                        () -> {},
                        () -> stage.happens(stage.nodeFaults(Shared.node(stage)).forgetsAll())));
    }

    /** A pays by its majority, something happens to the node that both share, and B pays by its own. */
    private static void oneAfterTheOther(Stage stage, Runnable before, Runnable after) {
        Client a = stage.client("A");
        Client b = stage.client("B");
        try (var left = stage.inject(a.toNodes(LinkFaults::cut, Shared.farFromA(stage)));
                var right = stage.inject(b.toNodes(LinkFaults::cut, Shared.farFromB(stage)))) {
            stage.require(a.work(X, stage.ttl(), "p0"), "A pays first");
            before.run();
            for (int payout = 1; payout <= 3; payout++) {
                stage.require(a.work(X, stage.ttl(), "p" + payout), "A pays");
            }
            // Whoever knows the last tokens would tell a node that has forgotten them.
            try (var gone = stage.inject(a.toNodes(LinkFaults::cut, Shared.node(stage)))) {
                after.run();
                // Attempts in vain would raise the counters of the other nodes, and hide that this one has forgotten.
                stage.pass(stage.isCalm() ? Duration.ZERO : stage.ttl().plusMillis(400));
                stage.require(b.work(X, stage.longerThanTtl(), "p9"), "B pays");
            }
        }
    }

    private static Scenario powerLoss() {
        return Scenario.of("S11", "The shared node loses power before A's vote has reached its disk")
                .kills("M14")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    NodeFaults shared = stage.nodeFaults(Shared.node(stage));
                    stage.client("A");
                    stage.client("B");
                    long onDisk = shared.sizeOfLog();
                    betweenTwo(stage, () -> stage.happens(shared.losesPower(onDisk)));
                });
    }

    private static Scenario oldBackup() {
        return Scenario.of("S12", "The shared node is restored from a backup that is three tokens old")
                .kills("M35")
                .beside(RFENCED)
                .mustSee(GRANTS)
                .play(stage -> oneAfterTheOther(
                        stage,
                        () -> stage.node(Shared.node(stage)).takeSnapshot(),
                        () -> stage.happens(stage.nodeFaults(Shared.node(stage)).fallsBack())));
    }

    private static Scenario ghostLock() {
        return Scenario.of("S13", "A node is restored to a moment when a lock was held that has long been released")
                .kills("M33")
                .beside(RFENCED)
                .mustSee(GRANTS)
                .play(stage -> {
                    Client b = stage.client("B");
                    Client a = stage.client("A");
                    a.ready(X);
                    stage.node(1).takeSnapshot();
                    a.pay("p1");
                    a.release().await();
                    stage.require(b.work(X, stage.ttl(), "p2"), "B pays");
                    stage.happens(stage.nodeFaults(1).fallsBack());
                    stage.mustRecoverWithin(stage.longerThanTtl());
                    stage.require(b.work(X, stage.longerThanTtl(), "p3"), "B pays again");
                });
    }

    private static Scenario failover() {
        return Scenario.of("S14", "A node fails over to a replica that did not hear of the lock")
                .kills("M14")
                .beside(RLOCK, RLOCK_WAIT, RFENCED, RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(Failover::play);
    }

    private static Scenario bareQuorumLost() {
        return Scenario.of(
                        "S15", "A lock is held by a bare majority when one of its nodes is lost and the others return")
                .kills("M14")
                .beside(RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var far = stage.inject(b.toNodes(LinkFaults::cut, 1, 2))) {
                        try (var down = stage.inject(a.toNodes(LinkFaults::cut, 4, 5))) {
                            a.ready(X);
                        }
                        stage.happens(stage.nodeFaults(3).forgetsAll());
                        if (stage.isCalm()) {
                            a.pay("p1");
                            a.release().await();
                        }
                        Call first = b.acquire(X, Duration.ZERO);
                        if (!first.ok()) {
                            stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock in the end");
                        }
                        b.prepare().await();
                        a.pay("p1").await();
                        b.pay("p2").await();
                        b.release().await();
                    }
                });
    }

    private static Scenario flushed() {
        return Scenario.of("S38", "Somebody deletes all keys of a majority while a lock is held")
                .fast()
                .killsBy("INV-VOTES", "M30")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    stage.happens(
                            stage.nodeFaults(1).flushed(),
                            stage.nodeFaults(2).flushed(),
                            stage.nodeFaults(3).flushed());
                    if (stage.isCalm()) {
                        a.pay("p1");
                        a.release().await();
                    }
                    if (!b.acquire(X, Duration.ZERO).ok()) {
                        stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock in the end");
                    }
                    b.prepare().await();
                    a.pay("p1").await();
                    b.pay("p2").await();
                    b.release().await();
                });
    }
}
