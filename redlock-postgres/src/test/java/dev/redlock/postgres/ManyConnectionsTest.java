package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The functions in the database keep apart what comes at the same time on many connections. */
class ManyConnectionsTest {
    private static final int CLIENTS = 4;
    private static final int THREADS_EACH = 4;

    @Test
    void rivals_do_not_notice_each_other_and_nobody_waits_for_somebody_who_waits() throws Exception {
        Rivals rivals = new Rivals(BrokenSchema.NONE.install(TestServer.shared()));

        List<String> violations = rivals.contend(CLIENTS, THREADS_EACH, Duration.ofSeconds(3));

        assertThat(violations).isEmpty();
        assertThat(rivals.granted()).as("they had the names").isGreaterThan(200);
        assertThat(rivals.denied()).as("they met").isGreaterThan(20);
    }

    /** The control: each of these defects is noticed by the same rivals. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "ROWS_ARE_NOT_LOCKED",
                "ROWS_ARE_LOCKED_IN_ANY_ORDER",
                "FLOOR_IS_READ_BEFORE_THE_LOCK",
                "ROWS_ARE_DROPPED_TOO_EARLY"
            })
    void a_defect_is_noticed(BrokenSchema defect) throws Exception {
        Rivals rivals = new Rivals(defect.install(TestServer.shared()));

        assertThat(rivals.contend(CLIENTS, THREADS_EACH, Duration.ofSeconds(30)))
                .as("%s", defect)
                .isNotEmpty();
    }
}
