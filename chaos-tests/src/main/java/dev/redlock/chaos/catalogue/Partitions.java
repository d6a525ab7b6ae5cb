package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.LOSSES_TOLD;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.check.rules.Counters.TOKEN_GAPS;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Clients that cannot reach nodes, or only one way. */
final class Partitions {
    private Partitions() {}

    static List<Scenario> all() {
        return List.of(minority(), repliesLost(), selfBlock(), requestsLost(), ring(), flapping());
    }

    private static Scenario minority() {
        return Scenario.of("S29", "A holder is cut off from the majority while it renews its lock")
                .fast()
                .renewing()
                .kills("M23")
                .killsBy("INV-VOTES", "M07", "M03")
                .beside(RREDLOCK)
                .mustSee(LOSSES_TOLD)
                .play(stage -> whileCutOff(stage, LinkFaults::partition, 3, 4, 5));
    }

    private static Scenario requestsLost() {
        return Scenario.of("S42", "The renewals of a holder are lost on their way")
                .renewing()
                .kills("M23")
                .beside(RLOCK, RREDLOCK)
                .mustSee(LOSSES_TOLD)
                .play(stage -> whileCutOff(stage, LinkFaults::dropRequests, 1, 2, 3, 4, 5));
    }

    /** A holds the lock and renews it in vain; B gets it when it has ended. */
    private static void whileCutOff(Stage stage, Function<LinkFaults, Nemesis> fault, int... nodes) {
        Client a = stage.client("A");
        Client b = stage.client("B");
        a.ready(X);
        if (stage.isCalm()) {
            a.pay("p1");
            a.release().await();
        }
        try (var cut = stage.inject(a.toNodes(fault, nodes))) {
            stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock");
            b.prepare().await();
            a.pay("p1").await();
            b.pay("p2").await();
            b.release().await();
        }
        a.release().await();
    }

    private static Scenario repliesLost() {
        return Scenario.of("S30", "The nodes hear a client, and it does not hear them")
                .fast()
                .kills("M05")
                .beside(RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    try (var deaf = stage.inject(a.toNodes(LinkFaults::dropReplies, 1, 2, 3, 4, 5))) {
                        if (a.acquire(X, Duration.ZERO).ok()) {
                            a.release().await();
                        }
                        stage.mustRecoverWithin(stage.ttl().dividedBy(3));
                        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays at once");
                    }
                });
    }

    private static Scenario selfBlock() {
        return Scenario.of("S28", "A client that did not hear the nodes tries again when it does")
                .kills("M05")
                .beside(RREDLOCK)
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    try (var deaf = stage.inject(a.toNodes(LinkFaults::dropReplies, 1, 2, 3))) {
                        if (a.acquire(X, Duration.ZERO).ok()) {
                            a.release().await();
                        }
                    }
                    stage.mustRecoverWithin(stage.ttl().dividedBy(2));
                    stage.require(a.work(X, stage.longerThanTtl(), "p1"), "A pays at the second try");
                });
    }

    private static Scenario ring() {
        return Scenario.of("S43", "Five clients, and each sees another majority")
                .kills("M03")
                .beside(RREDLOCK)
                // Attempts that were lost leave gaps; nobody has to go without the lock in the end.
                .mustSee(GRANTS, TOKEN_GAPS)
                .play(stage -> {
                    List<Client> clients = new ArrayList<>();
                    List<Nemesis> cuts = new ArrayList<>();
                    for (int at = 0; at < 5; at++) {
                        Client client = stage.client(String.valueOf((char) ('A' + at)));
                        clients.add(client);
                        cuts.addAll(List.of(client.toNodes(LinkFaults::cut, at + 1, (at + 1) % 5 + 1)));
                    }
                    try (var cut = stage.inject(cuts.toArray(Nemesis[]::new))) {
                        List<Call> crowds = clients.stream()
                                .map(client -> client.crowd(1, Duration.ofSeconds(2), List.of(X), 1000))
                                .toList();
                        crowds.forEach(Call::await);
                    }
                });
    }

    private static Scenario flapping() {
        return Scenario.of("S44", "The ways to random nodes open and close five times a second")
                .kills("M20")
                .beside(RREDLOCK)
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    Duration time = Duration.ofSeconds(3);
                    Load load = new Load(stage);
                    List<Call> crowds = List.of(a.crowd(2, time, List.of(X), 1000), b.crowd(2, time, List.of(X), 1000));
                    for (int flap = 0; flap < 7; flap++) {
                        int node = 1 + stage.random().nextInt(5);
                        int next = node % 5 + 1;
                        int third = next % 5 + 1;
                        try (var cut = stage.inject(a.toNodes(LinkFaults::cut, node, next, third));
                                var too = stage.inject(b.toNodes(LinkFaults::cut, node, next))) {
                            stage.pass(Duration.ofMillis(200));
                        }
                        stage.pass(Duration.ofMillis(100));
                    }
                    // Every flap ends five connections; each may be tried a few times before it is back.
                    load.of(crowds, 40, 7 * 5 * 4);
                    stage.mustRecoverWithin(stage.longerThanTtl());
                    stage.require(a.work(X, stage.longerThanTtl(), "after"), "A pays afterwards");
                });
    }
}
