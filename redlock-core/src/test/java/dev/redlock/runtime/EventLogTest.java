package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeId;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.Replies;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Unreachable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("reads what this JVM writes to its error stream")
class EventLogTest {
    private static final List<String> NAMES = List.of("payout:42");
    private static final NodeId NODE = new NodeId(0, "n1:6379");

    private final ManualTime time = new ManualTime();
    private final EventLog log = new EventLog(time, List.of(new NodeId(0, "n1:6379")));
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    /** The logger of the tests writes there. */
    @BeforeEach
    void readStandardError() {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restoreStandardError() {
        System.setErr(before);
    }

    @Test
    void a_loss_is_a_warning_with_name_token_and_reason() {
        log.lost(NAMES, 7, Loss.TAKEN);

        assertThat(lines()).singleElement().asString().contains("WARN", "payout:42", "token 7", "TAKEN");
    }

    @Test
    void what_repeats_itself_is_counted_and_told_a_minute_later() {
        for (int count = 0; count < 5; count++) {
            log.lost(NAMES, count, Loss.TAKEN);
        }
        assertThat(lines()).hasSize(1);

        time.advance(Duration.ofMinutes(1));
        log.lost(NAMES, 9, Loss.TAKEN);

        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1)).contains("token 9");
        assertThat(lines().get(2)).contains("left out 4 times");
    }

    @Test
    void different_warnings_do_not_silence_each_other() {
        log.lost(NAMES, 1, Loss.TAKEN);
        log.lost(NAMES, 1, Loss.UNREACHABLE);
        log.lost(List.of("other"), 1, Loss.TAKEN);

        assertThat(lines()).hasSize(3);
    }

    @Test
    void contention_is_normal_and_a_missing_quorum_is_not() {
        log.failed(NAMES, new Lost(Reason.HELD, Replies.none(1)), Duration.ZERO);
        assertThat(lines()).isEmpty();

        log.failed(NAMES, new Lost(Reason.NO_QUORUM, Replies.none(1)), Duration.ZERO);

        assertThat(lines())
                .singleElement()
                .asString()
                .contains("No quorum", "payout:42", "n1:6379: was not waited for");
    }

    @Test
    void a_release_that_came_too_late_is_a_warning() {
        log.released(NAMES, 7, ReleaseRound.Outcome.RELEASED, Duration.ofSeconds(1));
        assertThat(lines()).isEmpty();

        log.released(NAMES, 7, ReleaseRound.Outcome.OTHER_OWNER, Duration.ofSeconds(1));

        assertThat(lines()).singleElement().asString().contains("OTHER_OWNER");
    }

    @Test
    void nodes_that_do_not_vote_are_told_with_the_reason() {
        Standing up = new Standing.Admitted();

        log.nodeChanged(NODE, up, new Unreachable("connection refused"));
        log.nodeChanged(NODE, up, new Standing.Refused("it is a replica"));
        log.nodeChanged(NODE, up, new Standing.Quarantined(time.now().plus(Duration.ofSeconds(9)), "it restarted"));

        assertThat(lines()).hasSize(3);
        assertThat(lines().get(0)).contains("n1:6379 is down: connection refused");
        assertThat(lines().get(1)).contains("it is a replica");
        assertThat(lines().get(2)).contains("PT9S", "it restarted");
    }

    private List<String> lines() {
        return written.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
