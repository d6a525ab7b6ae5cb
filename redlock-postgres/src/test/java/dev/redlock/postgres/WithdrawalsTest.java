package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.Release;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WithdrawalsTest {
    private static final boolean CROWDED = true;
    private static final Claim CLAIM = new Claim(List.of("a"), "A".repeat(Claim.HOLDER_LENGTH), "anna");
    private static final Acquire ACQUIRE = new Acquire(CLAIM, Duration.ofSeconds(1), 1);
    private static final Release RELEASE = new Release(CLAIM);

    private final Withdrawals withdrawals = new Withdrawals();

    @Test
    void what_is_given_back_before_it_was_begun_is_left_out() throws SQLException {
        Job.Work acquire = withdrawals.work(ACQUIRE, CROWDED, wire -> new Granted(1));
        Job.Work release = withdrawals.work(RELEASE, CROWDED, wire -> new Freed(Found.OWN));

        assertThat(run(acquire))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.notSent()).isTrue());
        assertThat(run(release)).isEqualTo(new Freed(Found.EXPIRED));
    }

    @Test
    void not_if_little_is_waiting() throws SQLException {
        Job.Work acquire = withdrawals.work(ACQUIRE, CROWDED, wire -> new Granted(1));
        Job.Work release = withdrawals.work(RELEASE, !CROWDED, wire -> new Freed(Found.OWN));

        assertThat(run(acquire)).isEqualTo(new Granted(1));
        assertThat(run(release)).isEqualTo(new Freed(Found.OWN));
    }

    @Test
    void not_if_it_was_begun() throws SQLException {
        Job.Work acquire = withdrawals.work(ACQUIRE, CROWDED, wire -> new Granted(1));
        run(acquire);

        assertThat(run(withdrawals.work(RELEASE, CROWDED, wire -> new Freed(Found.OWN))))
                .isEqualTo(new Freed(Found.OWN));
    }

    @Test
    void not_if_anything_else_was_asked_about_it_in_between() throws SQLException {
        Job.Work acquire = withdrawals.work(ACQUIRE, CROWDED, wire -> new Granted(1));
        withdrawals.work(new Extend(CLAIM, Duration.ofSeconds(1), 1, true), CROWDED, wire -> new NodeReply.Healed());
        Job.Work release = withdrawals.work(RELEASE, CROWDED, wire -> new Freed(Found.OWN));

        assertThat(run(acquire)).isEqualTo(new Granted(1));
        assertThat(run(release)).isEqualTo(new Freed(Found.OWN));
    }

    /** None of these come as far as the connection. */
    @SuppressWarnings("NullAway")
    private static NodeReply run(Job.Work work) throws SQLException {
        return work.on(null);
    }
}
