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
import org.junit.jupiter.params.provider.EnumSource;

/** A process stands still for longer than its lock lasts, and another process pays meanwhile. */
@RedisNodes
@Timeout(60)
class PausedHolderProcessTest {
    private final PayoutScene scene;

    PausedHolderProcessTest(RedisNodeSet nodes) throws SQLException {
        scene = new PayoutScene(nodes);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCKED", "MARKED"})
    void wakes_up_too_late_and_does_not_pay(Point point) throws Exception {
        ChildJvm holder = frozenAt(point, Protection.FENCE_AND_KEY);

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("Done");

        assertThat(goOn(holder)).isEqualTo("Stale");
        scene.assertPaid(1);
    }

    /** In its transaction it cannot be overtaken safely. So nobody does, and it may still finish. */
    @ParameterizedTest
    @EnumSource(names = {"BEFORE_THE_WRITE", "WRITTEN"})
    void in_its_transaction_it_keeps_others_out(Point point) throws Exception {
        ChildJvm holder = frozenAt(point, Protection.FENCE_AND_KEY);

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("Busy");
        scene.assertPaid(0);

        assertThat(goOn(holder)).isEqualTo("Done");
        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("AlreadyDone");
        scene.assertPaid(1);
    }

    @Test
    void after_its_commit_nobody_pays_again() throws Exception {
        ChildJvm holder = frozenAt(Point.COMMITTED, Protection.FENCE_AND_KEY);

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("AlreadyDone");

        assertThat(goOn(holder)).isEqualTo("Done");
        scene.assertPaid(1);
    }

    /** The control: the same pause with a lock alone, even with a look before whether it has been paid. */
    @ParameterizedTest
    @EnumSource(names = {"LOCKED", "BEFORE_THE_WRITE"})
    void without_fence_and_key_both_pay(Point point) throws Exception {
        ChildJvm holder = frozenAt(point, Protection.LOOK_FIRST);

        assertThat(scene.payElsewhere(Protection.LOOK_FIRST)).isEqualTo("Done");

        assertThat(goOn(holder)).isEqualTo("Done");
        scene.assertPaid(2);
    }

    /** The control: without a pause, the lock alone would do. */
    @Test
    void without_a_pause_the_second_sees_the_first() throws Exception {
        assertThat(scene.payElsewhere(Protection.LOOK_FIRST)).isEqualTo("Done");
        assertThat(scene.payElsewhere(Protection.LOOK_FIRST)).isEqualTo("AlreadyDone");
        scene.assertPaid(1);
    }

    private ChildJvm frozenAt(Point point, Protection protection) throws Exception {
        ChildJvm holder = scene.holderAt(point, protection);
        holder.freeze();
        scene.awaitNoVotes();
        return holder;
    }

    private static String goOn(ChildJvm holder) throws Exception {
        assertThat(holder.isFrozen()).as("stood still all the time").isTrue();
        holder.say(Parent.GO_ON);
        holder.thaw();
        return holder.readLine();
    }
}
