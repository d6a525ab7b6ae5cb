package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.START;
import static dev.redlock.protocol.Ballots.TERMS;
import static dev.redlock.protocol.Ballots.after;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseTermsTest {

    private static LeaseTerms micros(long ttl, long drift, long minimumValidity, long nodeTimeout) {
        return new LeaseTerms(
                Duration.ofNanos(ttl * 1000),
                Duration.ofNanos(drift * 1000),
                Duration.ofNanos(minimumValidity * 1000),
                Duration.ofNanos(nodeTimeout * 1000));
    }

    @Test
    void a_lease_is_trusted_for_its_ttl_without_the_drift() {
        assertThat(TERMS.validUntil(START)).isEqualTo(after(988));
    }

    @Test
    void a_vote_is_gone_for_certain_after_its_ttl_and_the_drift() {
        assertThat(TERMS.votesGoneBy(START)).isEqualTo(after(1012));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}, {3}: {4}")
    @CsvSource({
        "   0,    0,    0,  1, ttl must be at least 1 ms",
        " 999,    0,    0,  1, ttl must be at least 1 ms",
        "  -1,    0,    0,  1, ttl must be at least 1 ms",
        "1000,   -1,    0,  1, leaves nothing of the ttl",
        "1000, 1000,    0,  1, leaves nothing of the ttl",
        "1000,    0,   -1,  1, no lease could ever be granted",
        "1000,    0, 1000,  1, no lease could ever be granted",
        "1000,  500,  500,  1, no lease could ever be granted",
        "1000,    0,    0,  0, nodeTimeout must be positive",
        "1000,    0,    0, -1, nodeTimeout must be positive"
    })
    void terms_that_make_no_sense_are_rejected_with_the_reason(
            long ttl, long drift, long minimumValidity, long nodeTimeout, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> micros(ttl, drift, minimumValidity, nodeTimeout))
                .withMessageContaining(reason);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
    @CsvSource({"1000, 0, 0, 1", "1000, 999, 0, 1", "1000, 0, 999, 1", "1000, 500, 499, 1"})
    void terms_that_leave_a_microsecond_are_accepted(long ttl, long drift, long minimumValidity, long nodeTimeout) {
        LeaseTerms terms = micros(ttl, drift, minimumValidity, nodeTimeout);

        assertThat(START.isBefore(terms.validUntil(START).minus(terms.minimumValidity())))
                .isTrue();
    }
}
