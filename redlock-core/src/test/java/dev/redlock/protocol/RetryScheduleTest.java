package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first pause is 100 ms, the longest a second. */
class RetryScheduleTest {
    /** The largest number that a random source which excludes 1 can give. */
    private static final double ALMOST_ONE = Math.nextDown(1.0);

    private static final RetrySchedule SCHEDULE = new RetrySchedule(Duration.ofMillis(100), Duration.ofSeconds(1));
    private static final Lost NO_QUORUM = new Lost(Reason.NO_QUORUM, Ballots.replies(failed(), failed(), granted(5)));
    private static final Lost TIE = new Lost(Reason.HELD, Ballots.replies(granted(5), denied("one"), denied("other")));

    private static Lost heldFor(long... remainingMillis) {
        Replies evidence = Replies.none(remainingMillis.length);
        for (int node = 0; node < remainingMillis.length; node++) {
            evidence = evidence.with(node, denied("rival", remainingMillis[node]));
        }
        return new Lost(Reason.HELD, evidence);
    }

    @Nested
    class Backoff {
        @ParameterizedTest(name = "loss {0}: {1} to {2} ms")
        @CsvSource({"1, 50, 100", "2, 100, 200", "3, 200, 400", "4, 400, 800", "5, 500, 1000", "6, 500, 1000"})
        void the_pause_doubles_up_to_the_longest_and_is_spread_over_its_upper_half(int failures, long from, long to) {
            assertThat(SCHEDULE.pauseAfter(NO_QUORUM, failures, 0)).isEqualTo(Duration.ofMillis(from));
            assertThat(SCHEDULE.pauseAfter(NO_QUORUM, failures, ALMOST_ONE))
                    .isBetween(Duration.ofMillis(to).minusNanos(1), Duration.ofMillis(to));
        }

        @ParameterizedTest
        @ValueSource(ints = {20, 21, 22, 64, 65, 1_000_000, Integer.MAX_VALUE})
        void the_pause_never_overflows_however_often_a_round_is_lost(int failures) {
            assertThat(SCHEDULE.pauseAfter(NO_QUORUM, failures, 0.5)).isEqualTo(Duration.ofMillis(750));
        }

        @ParameterizedTest
        @EnumSource(
                value = Reason.class,
                names = {"NO_QUORUM", "TOO_LATE", "CANCELLED"})
        void only_a_held_lock_is_waited_for_by_its_remaining_time(Reason reason) {
            Lost lost = new Lost(reason, heldFor(3, 3, 3).evidence());

            assertThat(SCHEDULE.pauseAfter(lost, 1, 0)).isEqualTo(Duration.ofMillis(50));
        }
    }

    @Nested
    class RemainingTime {
        @Test
        void a_lock_that_is_about_to_end_is_tried_for_when_it_has_ended() {
            assertThat(SCHEDULE.pauseAfter(heldFor(30, 30, 30), 1, 0)).isEqualTo(Duration.ofMillis(31));
        }

        @Test
        void it_is_free_when_a_majority_of_the_votes_has_ended_and_not_earlier() {
            assertThat(SCHEDULE.pauseAfter(heldFor(40, 10, 20), 1, 0)).isEqualTo(Duration.ofMillis(21));
        }

        @Test
        void a_node_that_did_not_refuse_is_not_in_the_way() {
            Lost lost = new Lost(
                    Reason.HELD,
                    Ballots.replies(
                            granted(5), denied("rival", 40), denied("rival", 20), denied("rival", 30), failed()));

            assertThat(SCHEDULE.pauseAfter(lost, 1, 0)).isEqualTo(Duration.ofMillis(21));
        }

        @Test
        void a_lock_that_lasts_longer_than_the_pause_is_tried_for_after_the_pause() {
            assertThat(SCHEDULE.pauseAfter(heldFor(49, 49, 49), 1, 0)).isEqualTo(Duration.ofMillis(50));
            assertThat(SCHEDULE.pauseAfter(heldFor(48, 48, 48), 1, 0)).isEqualTo(Duration.ofMillis(49));
            assertThat(SCHEDULE.pauseAfter(heldFor(9000, 9000, 9000), 9, 1)).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Nested
    class TieBreak {
        @ParameterizedTest(name = "loss {0}: up to {1} ms")
        @CsvSource({"1, 4", "2, 8", "3, 16", "4, 32", "5, 64", "6, 100", "60, 100"})
        void rivals_who_split_the_votes_meet_again_soon_but_spread_over_the_whole_time(int failures, long millis) {
            assertThat(SCHEDULE.pauseAfter(TIE, failures, 0)).isEqualTo(Duration.ofNanos(1));
            assertThat(SCHEDULE.pauseAfter(TIE, failures, 0.5))
                    .isEqualTo(Duration.ofMillis(millis).dividedBy(2));
            assertThat(SCHEDULE.pauseAfter(TIE, failures, 1)).isEqualTo(Duration.ofMillis(millis));
        }

        @Test
        void a_tie_break_is_not_longer_than_the_first_pause() {
            RetrySchedule quick = new RetrySchedule(Duration.ofMillis(1), Duration.ofMillis(1));

            assertThat(quick.pauseAfter(TIE, 1, 1)).isEqualTo(Duration.ofMillis(1));
        }

        @Test
        void a_notice_of_a_release_is_followed_by_a_short_grace_until_the_other_nodes_have_it() {
            assertThat(SCHEDULE.graceAfterNotice(0)).isEqualTo(Duration.ofMillis(2));
            assertThat(SCHEDULE.graceAfterNotice(1)).isEqualTo(Duration.ofMillis(4));
        }
    }

    @Test
    void no_pause_is_ever_longer_than_the_longest_or_without_length() {
        for (Lost lost : new Lost[] {NO_QUORUM, TIE, heldFor(0, 0, 0), heldFor(30, 700, 9000)}) {
            for (int failures = 1; failures < 40; failures++) {
                for (double random = 0; random <= 1; random += 0.125) {
                    assertThat(SCHEDULE.pauseAfter(lost, failures, random))
                            .isPositive()
                            .isLessThanOrEqualTo(SCHEDULE.maximum());
                }
            }
        }
    }

    @Test
    void a_schedule_that_would_spin_or_shrink_is_rejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySchedule(Duration.ofNanos(999_999), Duration.ofSeconds(1)))
                .withMessageContaining("at least 1 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetrySchedule(Duration.ofMillis(11), Duration.ofMillis(10)))
                .withMessageContaining("PT0.01S is below the first, PT0.011S");
    }
}
