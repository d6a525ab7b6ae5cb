package dev.redlock.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MovableClockTest {
    private static final long AN_HOUR = Duration.ofHours(1).toSeconds();

    @Test
    void moves_the_wall_clock_of_one_process() throws IOException {
        try (MovableClock clock = MovableClock.create()) {
            clock.move(Duration.ofSeconds(-AN_HOUR));

            assertThat(secondsSeenBy(clock)).isCloseTo(System.currentTimeMillis() / 1000 - AN_HOUR, within(10L));
        }
    }

    @Test
    void and_leaves_it_alone_before() throws IOException {
        try (MovableClock clock = MovableClock.create()) {
            assertThat(secondsSeenBy(clock)).isCloseTo(System.currentTimeMillis() / 1000, within(10L));
        }
    }

    @Test
    void lets_the_monotonic_clock_of_one_process_seem_to_have_stood_still() throws IOException {
        try (MovableClock clock = MovableClock.create()) {
            // This clock counts from when the machine was started. Before that there is no time, and a JVM hangs.
            long halfItsLife = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()) / 2;
            clock.moveMonotonic(Duration.ofSeconds(-halfItsLife));

            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
            assertThat(monotonicSecondsSeenBy(clock)).isCloseTo(seconds - halfItsLife, within(10L));
            assertThat(halfItsLife).as("a machine too young to tell").isGreaterThan(20);
            assertThat(secondsSeenBy(clock)).isCloseTo(System.currentTimeMillis() / 1000, within(10L));
        }
    }

    private static long monotonicSecondsSeenBy(MovableClock clock) throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        return output(clock, java, "-cp", System.getProperty("java.class.path"), MonotonicClockMain.class.getName());
    }

    private static long secondsSeenBy(MovableClock clock) throws IOException {
        return output(clock, "date", "+%s");
    }

    private static long output(MovableClock clock, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(clock.environment());
        return Long.parseLong(
                new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }
}
