package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.check.rules.Counters.GRANTS;
import static dev.redlock.chaos.check.rules.Counters.LOSSES_TOLD;
import static dev.redlock.chaos.check.rules.Counters.REFUSED_ATTEMPTS;
import static dev.redlock.chaos.check.rules.Counters.STALE_REFUSED;
import static dev.redlock.chaos.check.rules.Counters.WRITES;
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
import java.util.Random;
import java.util.stream.Stream;

/** Everything at once, drawn from the seed. */
final class Soak {
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final int PAYOUTS = 100_000;

    private Soak() {}

    /** @param time for which faults come one after the other */
    static List<Scenario> all(Duration time) {
        // In a few minutes everything happens that in a few seconds is a matter of chance.
        String[] sooner = {GRANTS, WRITES};
        String[] later = {GRANTS, WRITES, REFUSED_ATTEMPTS, STALE_REFUSED, LOSSES_TOLD};
        return List.of(Scenario.of("S50", "A mix of everything, drawn from the seed")
                .breaksTiming()
                .kills("M28")
                .beside(RREDLOCK)
                .mustSee(time.compareTo(LONG) < 0 ? sooner : later)
                .play(stage -> play(stage, time)));
    }

    private static void play(Stage stage, Duration time) {
        List<String> accounts = Accounts.MANY.subList(0, 4);
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            Duration round = Duration.ofSeconds(3);
            // One that was killed in the round before comes back as a new process.
            List<Client> clients = Stream.of("A", "B", "C").map(stage::client).toList();
            List<Call> crowds = clients.stream()
                    .map(client -> client.crowd(3, round, accounts, PAYOUTS))
                    .toList();
            try (var fault = stage.inject(draw(stage, clients))) {
                stage.pass(round.dividedBy(2));
            }
            crowds.forEach(Call::await);
        }
        stage.mustRecoverWithin(stage.longerThanTtl());
        stage.require(stage.client("A").work(Accounts.X, stage.longerThanTtl(), "after"), "A pays afterwards");
    }

    private static Nemesis[] draw(Stage stage, List<Client> clients) {
        Random random = stage.random();
        Client victim = clients.get(random.nextInt(clients.size()));
        int node = 1 + random.nextInt(5);
        int next = node % 5 + 1;
        return switch (random.nextInt(14)) {
            case 0 -> new Nemesis[] {victim.frozen()};
            case 1 -> victim.toNodes(LinkFaults::partition, node, next);
            case 2 -> victim.toNodes(LinkFaults::holdRequests, 1, 2, 3, 4, 5);
            case 3 -> victim.toNodes(LinkFaults::dropReplies, node, next);
            case 4 -> new Nemesis[] {stage.nodeFaults(node).down()};
            case 5 -> new Nemesis[] {stage.nodeFaults(node).paused()};
            case 6 -> new Nemesis[] {stage.nodeFaults(node).forgetsAll()};
            case 7 ->
                new Nemesis[] {
                    stage.nodeFaults(node).clockAhead(Duration.ofSeconds(60)),
                    stage.nodeFaults(next).clockAhead(Duration.ofSeconds(-60))
                };
            case 8 -> new Nemesis[] {victim.killed()};
            case 9 -> new Nemesis[] {stage.nodeFaults(node).flushed()};
            case 10 -> victim.toNodes(LinkFaults::dropRequests, node, next);
            case 11 ->
                victim.toNodes(link -> link.delay(Duration.ofMillis(120), Duration.ofMillis(100)), 1, 2, 3, 4, 5);
            case 12 -> victim.toNodes(link -> link.truncate(100), node, next);
            default -> new Nemesis[] {victim.ledger().holdRequests()};
        };
    }
}
