package dev.redlock.chaos.catalogue;

import dev.redlock.chaos.scenario.Scenario;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All scenarios, in the order of their ids. */
public final class Catalogue {
    private Catalogue() {}

    /**
     * Every scenario that there is.
     *
     * @param soak how long the mix of everything takes
     */
    public static List<Scenario> all(Duration soak) {
        return Stream.of(
                        HolderTiming.all(),
                        ClockFaults.all(),
                        NodeLoss.all(),
                        NodeErrors.all(),
                        TokensAndQuorum.all(),
                        Misconfiguration.all(),
                        Repetition.all(),
                        Contention.all(),
                        Partitions.all(),
                        ExtensionAndRelease.all(),
                        MoneyPath.all(),
                        Soak.all(soak))
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Scenario::id))
                .toList();
    }
}
