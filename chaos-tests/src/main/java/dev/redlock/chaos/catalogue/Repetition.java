package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.scenario.Accounts.X;
import static dev.redlock.chaos.scenario.Contestant.RLOCK;
import static dev.redlock.chaos.scenario.Contestant.RREDLOCK;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.scenario.Accounts;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A request arrives twice, word for word, as through a proxy that tries again. */
final class Repetition {
    private static final String Y = Accounts.MANY.get(0);

    private Repetition() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("S27", "Requests for the lock arrive a second time, at once and when it is another's")
                        .breaksTiming()
                        .ttl(Duration.ofSeconds(2))
                        .setting("nodeTimeout", 1000)
                        .beside(RLOCK, RREDLOCK)
                        .mustSee(GRANTS, REFUSED_ATTEMPTS)
                        .play(stage -> {
                            atOnce(stage);
                            if (stage.isOurs()) {
                                late(stage);
                            }
                        }));
    }

    /** Whoever asked twice holds it once, and gives it back once. */
    private static void atOnce(Stage stage) {
        Client a = stage.client("A");
        Client b = stage.client("B");
        a.ready(X);
        stage.happens(repeated(stage, X, true, stage.contestant().nodes()));
        a.pay("p1").await();
        a.release().await();
        stage.mustRecoverWithin(stage.ttl().dividedBy(2));
        stage.require(b.work(X, stage.longerThanTtl(), "p2"), "B pays");
    }

    /** The request brings back a vote that has ended, and that another has had in between. */
    private static void late(Stage stage) {
        Client a = stage.client("A");
        Client b = stage.client("B");
        TokensAndQuorum.getAhead(stage, Y, 1);
        try (var left = stage.inject(a.toNodes(LinkFaults::cut, 4, 5));
                var right = stage.inject(b.toNodes(LinkFaults::cut, 1, 2));
                var held = stage.inject(a.toNodes(LinkFaults::holdReplies, 1, 2, 3))) {
            Call slow = a.acquire(Y, Duration.ZERO);
            stage.await("three nodes vote for A", stage.ttl(), () -> Votes.on(stage, Y) >= 3);
            Nemesis[] repetition = stage.isCalm() ? new Nemesis[0] : repeated(stage, Y, false, 3);
            TokensAndQuorum.expireNow(stage, Y);
            if (stage.isCalm()) {
                a.release().await();
            }
            stage.require(b.work(Y, Duration.ZERO, "p3"), "B pays with the lock that A has not got yet");
            stage.happens(repetition);
            held.close();
            slow.await();
        }
    }

    /**
     * The request of A for the lock, on its way to each node once more.
     *
     * @param first whether it is the first of all calls that the nodes have got for it, or the last one
     */
    private static Nemesis[] repeated(Stage stage, String resource, boolean first, int nodes) {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(node -> {
                    List<List<String>> calls = stage.rig().calls(node - 1, Votes.key(stage, resource));
                    List<String> call = calls.get(first ? 0 : calls.size() - 1);
                    return new Nemesis(
                            "node-" + node,
                            "request repeated",
                            "it gets the request of A for the lock again",
                            () -> stage.node(node).command(call.toArray(String[]::new)),
                            () -> !Votes.of(stage, resource).get(node - 1).isEmpty(),
                            () -> {});
                })
                .toArray(Nemesis[]::new);
    }
}
