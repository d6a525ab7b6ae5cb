package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.LOSSES_TOLD;
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

/** Extending what has ended, giving back what is another's, and never letting go. */
final class ExtensionAndRelease {
    private ExtensionAndRelease() {}

    static List<Scenario> all() {
        return List.of(
                extendTooLate(),
                extendWithoutQuorum(),
                foreignRelease(),
                interrupts(),
                replay(),
                releaseLost(),
                endlessExtension());
    }

    private static Scenario extendTooLate() {
        return Scenario.of("S22", "A holder wakes up when its lock has ended, and extends it")
                .kills("M08")
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    if (stage.isCalm()) {
                        a.pay("p1");
                        a.release().await();
                    }
                    try (var pause = stage.inject(a.frozen())) {
                        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays while A stands still");
                    }
                    boolean revived = !stage.isCalm() && a.extend().ok();
                    stage.foreignChange(revived, "A took votes again with a lease that had ended");
                    stage.count("extensions refused", !revived);
                });
    }

    private static Scenario extendWithoutQuorum() {
        return Scenario.of("S23", "Votes are deleted and another takes them, while the holder extends")
                .breaksTiming()
                .kills("M06", "M07")
                .mustSee("extensions refused")
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    if (stage.isCalm()) {
                        a.pay("p1");
                        a.release().await();
                    } else {
                        // The last ones, because answers mostly come in the order of the questions, and an extension
                        // for which
                        // the first answer is enough has to hear a yes before it has heard three times no.
                        stage.happens(deleted(stage, 3), deleted(stage, 4), deleted(stage, 5));
                    }
                    stage.require(b.acquire(X, Duration.ZERO), "B gets the votes that were deleted");
                    boolean extended = a.extend().ok();
                    stage.foreignChange(extended && !stage.isCalm(), "A extended a lock that B holds");
                    stage.count("extensions refused", !extended);
                    b.release().await();
                });
    }

    private static Nemesis deleted(Stage stage, int node) {
        return new Nemesis(
                "node-" + node,
                "vote deleted",
                "an operator deletes the vote",
                () -> Votes.delete(stage, node, X),
                () -> Votes.of(stage, X).get(node - 1).isEmpty(),
                () -> {});
    }

    private static Scenario foreignRelease() {
        return Scenario.of("S24", "A holder wakes up, and extends and releases the lock that another has by now")
                .fast()
                .kills("M04")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    if (stage.isCalm()) {
                        a.release().await();
                    }
                    try (var pause = stage.inject(a.frozen())) {
                        stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock while A stands still");
                    }
                    List<String> votes = Votes.of(stage, X);
                    List<Long> remaining = Votes.remaining(stage, X);
                    a.extend().await();
                    a.release().await();
                    List<Long> later = Votes.remaining(stage, X);
                    for (int node = 0; node < votes.size(); node++) {
                        String vote = "the vote of node-" + (node + 1) + " for B ";
                        stage.foreignChange(
                                !Votes.of(stage, X).get(node).equals(votes.get(node)), vote + "was changed by A");
                        stage.foreignChange(later.get(node) > remaining.get(node), vote + "was extended by A");
                    }
                    b.prepare().await();
                    b.pay("p2").await();
                    b.release().await();
                });
    }

    private static Scenario interrupts() {
        return Scenario.of("S25", "Callers are interrupted on their way to a lock that renews itself")
                .renewing()
                .kills("M22")
                .beside(RLOCK)
                .mustSee("interrupted")
                .play(stage -> {
                    Client a = stage.client("A");
                    try (var slow = stage.inject(
                            a.toNodes(link -> link.delay(Duration.ofMillis(5), Duration.ofMillis(3)), 1, 2, 3, 4, 5))) {
                        Call loop = a.interrupts(X, 60, Duration.ofMillis(20));
                        stage.count("interrupted", loop.await().number("interrupted"));
                    }
                    // What the last caller left is taken back at once; what comes later, nobody has asked for.
                    stage.pass(Duration.ofMillis(300));
                    long left = Votes.mostDuring(stage, X, stage.ttl().plusMillis(300));
                    stage.foreignChange(left > 0, left + " votes are there although nobody holds the lock");
                });
    }

    private static Scenario replay() {
        return Scenario.of("S26", "Connections come back long after the callers have given up")
                .kills("M25")
                .beside(RLOCK)
                .mustSee("attempts while down")
                .play(stage -> {
                    Client a = stage.client("A");
                    try (var down = stage.inject(a.toNodes(LinkFaults::cut, 1, 2, 3, 4, 5))) {
                        for (int attempt = 0; attempt < 3; attempt++) {
                            Call call = a.acquire(X, Duration.ZERO);
                            stage.count("attempts while down", !call.ok());
                            if (call.ok()) {
                                a.release().await();
                            }
                        }
                    }
                    // Long enough for every connection to come back, and for what was queued to be sent.
                    long late = Votes.mostDuring(stage, X, Duration.ofMillis(1200));
                    late = Math.max(late, stage.isCalm() ? 0 : Votes.tokensGiven(stage, X));
                    stage.foreignChange(late > 0, late + " nodes voted for an attempt that was given up before");
                });
    }

    private static Scenario releaseLost() {
        return Scenario.of("S47", "A release is lost on its way to all nodes")
                .ttl(Duration.ofSeconds(3))
                .kills("M38")
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    a.pay("p1").await();
                    try (var cut = stage.inject(a.toNodes(LinkFaults::dropRequests, 1, 2, 3, 4, 5))) {
                        a.release().await();
                    }
                    stage.mustRecoverWithin(stage.ttl().dividedBy(2));
                    stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays before A's lock would have ended");
                });
    }

    private static Scenario endlessExtension() {
        return Scenario.of("S48", "A holder hangs and renews its lock for ever")
                .renewing()
                .setting("maxHold", 1500)
                .kills("M27")
                .beside(RLOCK)
                .mustSee(LOSSES_TOLD)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    a.ready(X);
                    if (stage.isCalm()) {
                        a.release().await();
                    }
                    stage.mustRecoverWithin(Duration.ofMillis(3500));
                    b.work(X, Duration.ofMillis(3400), "p2").await();
                    a.release().await();
                });
    }
}
