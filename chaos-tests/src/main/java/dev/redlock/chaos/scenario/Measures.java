package dev.redlock.chaos.scenario;

import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import java.util.Map;
import java.util.TreeMap;

/** Figures of one run. They compare locks under one fault; they are no benchmark. */
final class Measures {
    private Measures() {}

    static Map<String, Double> of(History history, double seconds) {
        Map<String, Double> measures = new TreeMap<>(Map.of("seconds", seconds));
        long[] took = history.operations().stream()
                .filter(each -> each.kind() == Kind.ACQUIRE && each.ok())
                .mapToLong(Measures::nanos)
                .sorted()
                .toArray();
        if (took.length > 0) {
            measures.put("median acquire ms", took[took.length / 2] / 1e6);
            measures.put("slowest acquire ms", took[took.length - 1] / 1e6);
        }
        return measures;
    }

    private static long nanos(Operation operation) {
        return operation.doneAt() - operation.invokedAt();
    }
}
