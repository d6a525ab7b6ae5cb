package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One of the clients was told wrong nodes. */
final class Misconfiguration {
    private static final String REFUSED = "wrong configurations refused";

    private Misconfiguration() {}

    static List<Scenario> all() {
        return List.of(oneServerTwice(), fewerNodes());
    }

    private static Scenario oneServerTwice() {
        return Scenario.of("S40", "Three addresses in the configuration of a client lead to one server")
                .kills("M42")
                .beside(RREDLOCK)
                .mustSee(REFUSED)
                .play(stage -> {
                    Client a = stage.client("A");
                    LinkFaults[] wrong = {links(stage, 1), links(stage, 2)};
                    try (var far = stage.inject(a.toNodes(LinkFaults::cut, 3))) {
                        a.ready(X);
                        try (var one = stage.inject(wrong[0].leadsTo(stage.node(3)));
                                var two = stage.inject(wrong[1].leadsTo(stage.node(3)))) {
                            meanwhile(stage, stage.client("B", 1, 5));
                        }
                        a.pay("p1").await();
                        a.release().await();
                    }
                    stage.require(stage.client("B").work(X, stage.longerThanTtl(), "p3"), "B pays afterwards");
                });
    }

    private static LinkFaults links(Stage stage, int node) {
        return new LinkFaults(stage.rig().link("B", node - 1), stage.node(node));
    }

    private static Scenario fewerNodes() {
        return Scenario.of("S41", "One client is told three of the five nodes that the others use")
                .kills("M43")
                .beside(RREDLOCK)
                .mustSee(REFUSED)
                .play(stage -> {
                    Client a = stage.client("A");
                    try (var far = stage.inject(a.toNodes(LinkFaults::cut, 4, 5))) {
                        a.ready(X);
                        meanwhile(stage, stage.client("B", stage.isCalm() ? 1 : 3, 5));
                        a.pay("p1").await();
                        a.release().await();
                    }
                });
    }

    /** What B does, if it is let in, while A holds the lock. */
    private static void meanwhile(Stage stage, Optional<Client> b) {
        stage.count(REFUSED, b.isEmpty());
        b.ifPresent(client -> {
            if (client.acquire(X, Duration.ZERO).ok()) {
                client.prepare().await();
                client.pay("p2").await();
                client.release().await();
            }
        });
    }
}
