package dev.redlock.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TickTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** A monotonic clock may start anywhere, and pass from the largest number to the smallest. */
    @ParameterizedTest
    @ValueSource(longs = {0, 42, -42, Long.MAX_VALUE, Long.MAX_VALUE - 500_000_000, Long.MIN_VALUE})
    void a_second_later_is_later_wherever_the_clock_stands(long nanos) {
        Tick earlier = new Tick(nanos);
        Tick later = earlier.plus(SECOND);

        assertThat(earlier.isBefore(later)).isTrue();
        assertThat(later.isBefore(earlier)).isFalse();
        assertThat(earlier.until(later)).isEqualTo(SECOND);
        assertThat(later.until(earlier)).isEqualTo(SECOND.negated());
        assertThat(later.minus(SECOND)).isEqualTo(earlier);
        assertThat(earlier.earlierOf(later)).isEqualTo(earlier);
        assertThat(later.earlierOf(earlier)).isEqualTo(earlier);
        assertThat(earlier.laterOf(later)).isEqualTo(later);
        assertThat(later.laterOf(earlier)).isEqualTo(later);
    }

    @Test
    void a_moment_is_not_before_itself() {
        assertThat(new Tick(42).isBefore(new Tick(42))).isFalse();
    }
}
