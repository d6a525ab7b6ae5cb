package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import java.util.Arrays;
import java.util.List;

/** All promises of the catalogue. */
public final class Rules {

    private static final List<Checker> ALL = List.of(
            new MutexChecker(),
            new VotesChecker(),
            new ValidityChecker(),
            new TokenChecker(),
            new FenceChecker(),
            new StrictFenceChecker(),
            new OnceChecker(),
            new MoneyChecker(),
            new SelfChecker(),
            ObservationChecker.foreign(),
            ObservationChecker.clean(),
            new LivenessChecker(),
            new RateChecker());

    private Rules() {}

    public static List<Checker> all() {
        return ALL;
    }

    /** Those with the given ids; an id that does not exist is a mistake. */
    public static List<Checker> named(String... ids) {
        return Arrays.stream(ids)
                .map(id -> ALL.stream()
                        .filter(checker -> checker.id().equals(id))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no such promise: " + id)))
                .toList();
    }
}
