package dev.redlock.benchmarks.measure;

import java.time.Duration;
import java.util.Locale;

/**
 * How long to measure.
 *
 * @param warmUp for how long at most a contender does what is measured before that counts
 * @param slice for how long a contender is measured before it is the next one's turn
 * @param processes the same for processes that contend: they warm up once, and for longer
 * @param alone the same for our own code alone, where JMH takes the turns
 */
public record Size(boolean growth, Duration warmUp, int rounds, Duration slice, OfProcesses processes, OfJmh alone) {

    /**
     * How long to measure processes.
     *
     * @param warmUp of a process that is alone
     */
    public record OfProcesses(Duration warmUp, int rounds, Duration slice) {
        /** Several processes that compile their code at the same time take longer to become fast. */
        private static final double CROWDED = 2.5;

        Duration warmUpOf(int processes) {
            return processes == 1 ? warmUp : Duration.ofMillis((long) (warmUp.toMillis() * CROWDED));
        }
    }

    /** How often JMH starts a JVM, and how many slices each one has. */
    public record OfJmh(int forks, int warmUps, int rounds, Duration slice) {}

    public static Size of(String name) {
        Duration second = Duration.ofSeconds(1);
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "quick" ->
                new Size(
                        false,
                        second.multipliedBy(5),
                        9,
                        Duration.ofMillis(200),
                        new OfProcesses(second.multipliedBy(8), 3, second.multipliedBy(2)),
                        new OfJmh(1, 5, 5, Duration.ofMillis(400)));
            case "full" ->
                new Size(
                        true,
                        second.multipliedBy(30),
                        41,
                        Duration.ofMillis(250),
                        new OfProcesses(second.multipliedBy(8), 9, second.multipliedBy(2)),
                        new OfJmh(3, 5, 5, second));
            case "smoke" ->
                new Size(
                        false,
                        Duration.ZERO,
                        1,
                        Duration.ofMillis(50),
                        new OfProcesses(Duration.ofMillis(100), 1, Duration.ofMillis(200)),
                        new OfJmh(1, 0, 1, Duration.ofMillis(50)));
            default -> throw new IllegalArgumentException("the size must be quick, full or smoke, got '" + name + "'");
        };
    }
}
