package dev.redlock.benchmarks.report;

import dev.redlock.benchmarks.stats.Estimate;
import java.util.Locale;

/** Numbers as people read them. */
final class Figures {
    private Figures() {}

    /** Three digits that count. */
    static String of(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    static String spread(Estimate estimate) {
        return estimate.rounds() == 1 ? "one round" : of(estimate.low()) + "–" + of(estimate.high());
    }
}
