package dev.redlock.benchmarks.measure;

import java.time.Duration;
import java.util.Locale;

/**
 * How long to measure.
 *
 * @param warmUps rounds that do not count
 * @param slice for how long a contender is measured before it is the next one's turn
 */
public record Size(boolean growth, int warmUps, int rounds, Duration slice) {

    public static Size of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "quick" -> new Size(false, 2, 9, Duration.ofMillis(200));
            case "full" -> new Size(true, 5, 41, Duration.ofMillis(250));
            case "smoke" -> new Size(false, 0, 1, Duration.ofMillis(50));
            default -> throw new IllegalArgumentException("the size must be quick, full or smoke, got '" + name + "'");
        };
    }
}
