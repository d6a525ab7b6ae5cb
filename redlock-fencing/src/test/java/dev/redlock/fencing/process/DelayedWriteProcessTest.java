package dev.redlock.fencing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.fencing.fixture.HeldWire;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.support.ChildJvm;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The holder is quick and its lock is valid when it sends, but the way to the database takes longer than the lock lasts. */
@RedisNodes
@Timeout(60)
class DelayedWriteProcessTest {
    private final PayoutScene scene;
    private final HeldWire wire = new HeldWire(TestDatabase.POSTGRESQL.port());

    DelayedWriteProcessTest(RedisNodeSet nodes) throws SQLException {
        scene = new PayoutScene(nodes);
    }

    @AfterEach
    void close() throws IOException {
        wire.close();
        scene.close();
    }

    @Test
    void a_write_that_arrives_after_that_of_the_next_holder_is_refused() throws Exception {
        ChildJvm holder = sendsAt(Point.MARKED, Protection.FENCE_AND_KEY);

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("Done");

        assertThat(arrives(holder)).isEqualTo("Stale");
        scene.assertPaid(1);
    }

    /** The database has seen its token by then and keeps its place, so that nobody can pay in between. */
    @ParameterizedTest
    @EnumSource(names = {"BEFORE_THE_WRITE", "WRITTEN"})
    void what_is_late_in_a_transaction_keeps_others_out(Point point) throws Exception {
        ChildJvm holder = sendsAt(point, Protection.FENCE_AND_KEY);

        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("Busy");

        assertThat(arrives(holder)).isEqualTo("Done");
        assertThat(scene.payElsewhere(Protection.FENCE_AND_KEY)).isEqualTo("AlreadyDone");
        scene.assertPaid(1);
    }

    /** The control: the same delay with a lock alone. */
    @ParameterizedTest
    @EnumSource(names = {"LOCKED", "BEFORE_THE_WRITE"})
    void without_fence_and_key_both_pay(Point point) throws Exception {
        ChildJvm holder = sendsAt(point, Protection.LOOK_FIRST);

        assertThat(scene.payElsewhere(Protection.LOOK_FIRST)).isEqualTo("Done");

        assertThat(arrives(holder)).isEqualTo("Done");
        scene.assertPaid(2);
    }

    /** The control: the same way without a delay. */
    @Test
    void without_a_delay_it_is_paid() throws Exception {
        ChildJvm holder = scene.holderAt(Point.MARKED, Protection.FENCE_AND_KEY, wire.port());
        holder.say(Parent.GO_ON);

        assertThat(holder.readLine()).isEqualTo("Done");
        scene.assertPaid(1);
    }

    /** Goes on from the point at once, but what it sends gets stuck until its lock has ended on all nodes. */
    private ChildJvm sendsAt(Point point, Protection protection) throws IOException {
        ChildJvm holder = scene.holderAt(point, protection, wire.port());
        wire.hold();
        holder.say(Parent.GO_ON);
        wire.awaitStuck();
        assertThat(scene.votes()).as("votes while it sends").isGreaterThanOrEqualTo(2);
        scene.awaitNoVotes();
        return holder;
    }

    private String arrives(ChildJvm holder) throws IOException {
        wire.letGo();
        return holder.readLine();
    }
}
