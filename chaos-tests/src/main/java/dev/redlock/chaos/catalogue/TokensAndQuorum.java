package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.scenario.Accounts.X;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Counters that run apart. No peer has tokens over a majority, so these have none to compare with. */
final class TokensAndQuorum {
    private TokensAndQuorum() {}

    static List<Scenario> all() {
        return List.of(countersOutOfStep(), storeAfterExpiry(), crashBetweenRounds(), tooLate(), lastTokens());
    }

    /** Attempts of C that reach node 1 only. */
    static void getAhead(Stage stage, String resource, int attempts) {
        Client c = stage.client("C");
        try (var lonely = stage.inject(c.toNodes(LinkFaults::cut, 2, 3, 4, 5))) {
            for (int attempt = 0; attempt < attempts && !stage.isCalm(); attempt++) {
                c.acquire(resource, Duration.ZERO).await();
                stage.await("C's vote is gone", stage.longerThanTtl(), () -> Votes.on(stage, resource) == 0);
            }
        }
    }

    private static Scenario countersOutOfStep() {
        return Scenario.of("S17", "Attempts that reach one node only leave its counter ahead of the others")
                .fast()
                .kills("M32")
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    getAhead(stage, X, 4);
                    try (var left = stage.inject(a.toNodes(LinkFaults::cut, 2, 3))) {
                        stage.require(a.work(X, stage.ttl(), "p1"), "A pays by way of nodes 1, 4 and 5");
                    }
                    try (var right = stage.inject(b.toNodes(LinkFaults::cut, 1, 5))) {
                        stage.require(b.work(X, stage.ttl(), "p2"), "B pays by way of nodes 2, 3 and 4");
                    }
                });
    }

    private static Scenario storeAfterExpiry() {
        return Scenario.of("S18", "A client stores its token on nodes that have given their votes to another")
                .fast()
                .breaksTiming()
                .ttl(Duration.ofSeconds(2))
                .setting("nodeTimeout", 1000)
                .kills("M10")
                .mustSee(REFUSED_ATTEMPTS, GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    getAhead(stage, X, 1);
                    try (var left = stage.inject(a.toNodes(LinkFaults::cut, 4, 5));
                            var right = stage.inject(b.toNodes(LinkFaults::cut, 1, 2));
                            var held = stage.inject(a.toNodes(LinkFaults::holdReplies, 1, 2, 3))) {
                        Call slow = a.acquire(X, Duration.ZERO);
                        stage.await("three nodes vote for A", stage.ttl(), () -> Votes.on(stage, X) >= 3);
                        expireNow(stage, X);
                        if (stage.isCalm()) {
                            a.release().await();
                        }
                        stage.require(b.acquire(X, Duration.ZERO), "B gets the lock that A has not got yet");
                        held.close();
                        slow.await();
                        b.release().await();
                    }
                });
    }

    /** The votes of these nodes end at once, because an hour passes for them. */
    static void expireNow(Stage stage, String resource) {
        Nemesis[] jumps = IntStream.rangeClosed(1, 3)
                .mapToObj(node -> stage.nodeFaults(node).clockAhead(Duration.ofHours(1)))
                .toArray(Nemesis[]::new);
        stage.inject(jumps);
        stage.await("the votes have expired", stage.ttl(), () -> stage.isCalm() || Votes.on(stage, resource) == 0);
    }

    private static Scenario crashBetweenRounds() {
        return Scenario.of("S19", "A client dies after it got its votes and before it has stored its token")
                .kills("M09")
                .mustSee(GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    Client d = stage.client("D");
                    getAhead(stage, X, 4);
                    try (var left = stage.inject(a.toNodes(LinkFaults::cut, 4, 5));
                            var held = stage.inject(a.toNodes(LinkFaults::holdReplies, 1, 2, 3))) {
                        Call dying = a.acquire(X, Duration.ZERO);
                        stage.await("three nodes vote for A", stage.ttl(), () -> Votes.on(stage, X) >= 3);
                        if (stage.isCalm()) {
                            stage.require(dying, "A gets the lock");
                            a.release().await();
                        }
                        stage.happens(a.killed());
                    }
                    // An attempt in vain would tell B how far node 1 is ahead.
                    stage.await("A's votes are gone", stage.longerThanTtl(), () -> Votes.on(stage, X) == 0);
                    try (var left = stage.inject(b.toNodes(LinkFaults::cut, 4, 5))) {
                        stage.require(b.work(X, stage.longerThanTtl(), "p1"), "B pays by way of nodes 1 to 3");
                    }
                    try (var right = stage.inject(d.toNodes(LinkFaults::cut, 1, 2))) {
                        stage.require(d.work(X, stage.longerThanTtl(), "p2"), "D pays by way of nodes 3 to 5");
                    }
                });
    }

    private static Scenario tooLate() {
        Duration slow = Duration.ofMillis(320);
        return Scenario.of("S21", "Two slow rounds take longer than the lock they win is valid")
                .fast()
                .setting("driftPercent", 40)
                .setting("nodeTimeout", 500)
                .kills("M01")
                .mustSee(REFUSED_ATTEMPTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    Client b = stage.client("B");
                    Duration none = Duration.ZERO;
                    try (var delay = stage.inject(a.toNodes(link -> link.delay(slow, none), 1, 2, 3));
                            var left = stage.inject(a.toNodes(LinkFaults::cut, 4, 5))) {
                        getAhead(stage, X, 2);
                        Call late = a.acquire(X, Duration.ZERO);
                        if (late.ok()) {
                            a.prepare();
                            a.pay("p1");
                            a.release().await();
                        }
                    }
                    stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays");
                });
    }

    /** As far as numbers in Lua are exact. */
    private static Scenario lastTokens() {
        long last = (1L << 53) - 1;
        return Scenario.of("S39", "The tokens of a lock are almost used up, and those of one node are not even numbers")
                .kills("M44")
                .mustSee(REFUSED_ATTEMPTS, GRANTS)
                .play(stage -> {
                    Client a = stage.client("A");
                    stage.inject(IntStream.rangeClosed(1, 4)
                            .mapToObj(node -> Votes.tokenGiven(stage, node, X, Long.toString(last - 2)))
                            .toArray(Nemesis[]::new));
                    stage.inject(Votes.tokenGiven(stage, 5, X, "none"));
                    stage.require(a.work(X, stage.ttl(), "p1"), "A pays with the last token but one");
                    stage.require(a.work(X, stage.ttl(), "p2"), "A pays with the last token");
                    for (int beyond = 0; beyond < 2; beyond++) {
                        if (a.acquire(X, Duration.ZERO).ok()) {
                            a.release().await();
                        }
                    }
                });
    }
}
