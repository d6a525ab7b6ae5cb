package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.OURS;
import static dev.redlock.chaos.scenario.Contestant.OURS_1;
import static dev.redlock.chaos.scenario.Contestant.OURS_3;
import static dev.redlock.chaos.scenario.Contestant.RFENCED;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.List;

/** Many want the same lock, and answers come broken or at the wrong time. */
final class Contention {
    private static final Duration TIME = Duration.ofSeconds(2);
    private static final Duration STORM = Duration.ofMillis(1500);
    private static final int PAYOUTS = 2000;

    private Contention() {}

    static List<Scenario> all() {
        return List.of(storm(), brokenReplies(), lateReplies());
    }

    private static Scenario storm() {
        return Scenario.of("S20", "Fifty callers in three processes want one lock at the same time")
                .fast()
                .with(OURS, OURS_3, OURS_1)
                .kills("M28")
                .beside(RLOCK, RFENCED, RREDLOCK)
                .mustSee(GRANTS)
                .play(stage -> {
                    List<Client> clients = List.of(stage.client("A"), stage.client("B"), stage.client("C"));
                    Load load = new Load(stage);
                    List<Call> crowds = clients.stream()
                            .map(client -> client.crowd(17, STORM, List.of(X), PAYOUTS))
                            .toList();
                    // Pools that fill up open connections, too; a storm would be one for every call.
                    load.of(crowds, 10, 50);
                });
    }

    private static Scenario brokenReplies() {
        return Scenario.of("S45", "Replies are cut into bytes, cut off in the middle, or reset")
                .kills("M20")
                .beside(RREDLOCK)
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var cut = stage.inject(a.toNodes(link -> link.truncate(40), 1, 2));
                            var sliced = stage.inject(a.toNodes(LinkFaults::slice, 3));
                            var reset = stage.inject(a.toNodes(LinkFaults::reset, 4));
                            var other = stage.inject(b.toNodes(link -> link.truncate(120), 5))) {
                        Call one = a.crowd(2, TIME, List.of(X), PAYOUTS);
                        b.crowd(2, TIME, List.of(X), PAYOUTS).await();
                        one.await();
                    }
                });
    }

    private static Scenario lateReplies() {
        return Scenario.of("S46", "Replies come just after their client has begun its next attempt")
                .setting("nodeTimeout", 50)
                .kills("M19")
                .mustSee(GRANTS, REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var late = stage.inject(a.toNodes(
                            link -> link.delay(Duration.ofMillis(75), Duration.ofMillis(15)), 1, 2, 3, 4, 5))) {
                        for (int round = 0; round < 5; round++) {
                            oneAfterTheOther(stage, a, b);
                        }
                    }
                });
    }

    /** B gets the lock when A gives up its first attempt, and A is in its second one when the answers to the first come. */
    private static void oneAfterTheOther(Stage stage, Client a, Client b) {
        Call one = a.acquire(X, Duration.ofMillis(400));
        stage.await("the nodes vote for A", stage.ttl(), () -> Votes.on(stage, X) >= 2);
        if (stage.isCalm()) {
            a.release().await();
        }
        Call other = b.acquire(X, stage.longerThanTtl());
        stage.require(other, "B gets the lock");
        if (one.ok() && !stage.isCalm()) {
            a.release().await();
        }
        if (other.ok()) {
            b.release().await();
        }
    }
}
