package dev.redlock.fencing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.support.ChildJvm;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process ends at once, somewhere between lock and release, and another one tries the same payout again. */
@RedisNodes
@Timeout(60)
class CrashedHolderProcessTest {
    private final PayoutScene scene;

    CrashedHolderProcessTest(RedisNodeSet nodes) throws SQLException {
        scene = new PayoutScene(nodes);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @ParameterizedTest
    @CsvSource({
        "LOCKED, Done",
        "MARKED, Done",
        "BEFORE_THE_WRITE, Done",
        "WRITTEN, Done",
        "COMMITTED, AlreadyDone",
    })
    void whoever_tries_again_finishes_it_once(Point point, String ofTheNext) throws Exception {
        crashAt(point, Protection.FENCE_AND_KEY);
        scene.assertIsAt(point);

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo(ofTheNext);

        scene.assertPaid(1);
    }

    @Test
    void and_a_third_time_changes_nothing() throws Exception {
        crashAt(Point.WRITTEN, Protection.FENCE_AND_KEY);
        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("Done");

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("AlreadyDone");

        scene.assertPaid(1);
    }

    /** The control: under the lock alone, whoever tries again cannot know that it has been paid. */
    @Test
    void with_a_lock_alone_it_is_paid_again() throws Exception {
        crashAt(Point.COMMITTED, Protection.LOCK_ONLY);

        assertThat(scene.payElsewhere(Protection.LOCK_ONLY)).isEqualTo("Done");

        scene.assertPaid(2);
    }

    private void crashAt(Point point, Protection protection) throws Exception {
        ChildJvm holder = scene.holderAt(point, protection);
        holder.say(Parent.HALT);
        assertThat(holder.awaitEnd()).isEqualTo(Parent.HALTED);
    }
}
