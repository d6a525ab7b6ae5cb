package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Observation;
import dev.redlock.chaos.history.Operation;
import java.util.function.Function;

/** Something was looked for on the nodes, or in the processes, that must not be there. */
record ObservationChecker(String id, String promise, String where, Function<Facts, Observation> observation)
        implements Checker {

    static ObservationChecker foreign() {
        return new ObservationChecker(
                "INV-FOREIGN",
                "A vote is changed by its owner, by its ttl or by an injected fault, and by nobody else.",
                "nodes",
                Facts::foreignChanges);
    }

    static ObservationChecker clean() {
        return new ObservationChecker(
                "INV-CLEAN",
                "When all is over, no key, subscription, thread or connection is left behind.",
                "leftovers",
                Facts::leftovers);
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id, history);
        Observation seen = observation.apply(history.facts());
        inquiry.look(seen.looked() ? 1 : 0);
        long end = history.operations().stream()
                .mapToLong(Operation::invokedAt)
                .max()
                .orElseGet(history::startedAt);
        seen.found().forEach(found -> inquiry.violation(where, end, "%s", sentence(found)));
        return inquiry.closed();
    }

    private static String sentence(String found) {
        return found.endsWith(".") ? found : found + ".";
    }
}
