package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.START;
import static dev.redlock.protocol.Ballots.TERMS;
import static dev.redlock.protocol.Ballots.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.time.Tick;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ttl is a second, and the lease may be held for ten. */
class RenewalPlanTest {
    private static final RenewalPlan PLAN = new RenewalPlan(TERMS, after(10_000));

    @Test
    void a_third_of_the_ttl_leaves_time_for_more_tries() {
        Duration third = Duration.ofSeconds(1).dividedBy(3);
        Duration beat = Duration.ofSeconds(1).dividedBy(120);

        assertThat(START.until(PLAN.nextRenewal(START))).isBetween(third.minus(beat), third);
    }

    @Test
    void leases_that_began_at_about_the_same_time_are_renewed_at_the_same() {
        Tick onBeat = PLAN.nextRenewal(START)
                .minus(Duration.ofSeconds(1).dividedBy(3))
                .plus(Duration.ofNanos(1));

        assertThat(PLAN.nextRenewal(onBeat)).isEqualTo(PLAN.nextRenewal(onBeat.plus(Duration.ofMillis(8))));
        assertThat(PLAN.nextRenewal(onBeat).isBefore(PLAN.nextRenewal(onBeat.plus(Duration.ofMillis(9)))))
                .isTrue();
    }

    @Test
    void nothing_is_planned_beyond_the_longest_hold() {
        assertThat(PLAN.nextRenewal(after(9_900))).isEqualTo(after(10_000));
    }

    @Test
    void the_longest_hold_is_over_at_its_last_moment() {
        assertThat(PLAN.isOver(after(9_999))).isFalse();
        assertThat(PLAN.isOver(after(10_000))).isTrue();
        assertThat(PLAN.isOver(after(10_001))).isTrue();
    }

    @ParameterizedTest(name = "{0} ms left: after {1} to {2} µs")
    @CsvSource({
        "8000, 250000, 500000",
        "4000, 250000, 500000",
        "3992, 249500, 499000",
        "800, 50000, 100000",
        "48, 3000, 6000",
        "40, 2500, 5000",
        "32, 2500, 5000",
        "0, 2500, 5000",
        "-100, 2500, 5000"
    })
    void a_failed_renewal_is_tried_again_faster_the_less_is_left_but_never_in_a_busy_loop(
            long leftMillis, long fromMicros, long toMicros) {
        assertThat(PLAN.retry(START, after(leftMillis), 0)).isEqualTo(START.plus(Duration.ofNanos(fromMicros * 1000)));
        assertThat(PLAN.retry(START, after(leftMillis), 1)).isEqualTo(START.plus(Duration.ofNanos(toMicros * 1000)));
    }

    @ParameterizedTest(name = "ttl {0} ms: {1} ms before the end")
    @CsvSource({"1000, 100", "9999, 999", "10000, 1000", "60000, 1000"})
    void the_holder_is_warned_while_there_is_time_to_stop(long ttlMillis, long leadMillis) {
        LeaseTerms terms =
                new LeaseTerms(Duration.ofMillis(ttlMillis), Duration.ZERO, Duration.ZERO, Duration.ofMillis(80));

        Duration lead = RenewalPlan.warningBefore(START, terms).until(START);

        assertThat(lead.toMillis()).isEqualTo(leadMillis);
    }
}
