package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Admitted;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Marked;
import dev.redlock.node.NodeRequest.Admit;
import dev.redlock.node.NodeRequest.Mark;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server without records is told from one that has lost them once more since. */
@RedisNodes(1)
class LettuceMarkTest {
    private final RedisNode redis;
    private final LettuceFixture fixture;
    private NodeProbe probe;

    LettuceMarkTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @BeforeEach
    void open() {
        redis.command("FLUSHALL");
        probe = fixture.open();
        probe.awaitSession();
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }

    @Test
    void the_first_mark_stays_and_is_read_with_the_facts() {
        assertThat(mark("one")).contains("one");
        assertThat(mark("two")).contains("one");
        assertThat(facts().mark()).contains("one");
        assertThat(facts().admission()).isEmpty();
    }

    @Test
    void who_has_read_the_mark_lets_the_node_vote() {
        mark("one");

        assertThat(admit(Optional.of("one"))).isInstanceOf(Admitted.class);
        assertThat(facts().isAdmitted()).isTrue();
        assertThat(facts().mark()).isEmpty();
    }

    @Test
    void a_node_that_has_lost_its_mark_is_not_let_vote() {
        mark("one");
        redis.command("FLUSHALL");

        assertThat(admit(Optional.of("one")))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.cause()).isEqualTo(Cause.FORGOTTEN));
    }

    @Test
    void nor_is_one_that_has_got_another_mark_since() {
        mark("one");
        redis.command("FLUSHALL");
        mark("two");

        assertThat(admit(Optional.of("one"))).isInstanceOf(Failed.class);
        assertThat(admit(Optional.empty())).isInstanceOf(Failed.class);
        assertThat(admit(Optional.of("two"))).isInstanceOf(Admitted.class);
    }

    @Test
    void a_node_with_records_takes_no_mark() {
        admit(Optional.empty());

        assertThat(mark("one")).isEmpty();
        assertThat(redis.command("HEXISTS", "redlock.records", ".mark")).isEqualTo("0");
    }

    private Optional<String> mark(String mark) {
        return probe.ask(Marked.class, new Mark(mark)).mark();
    }

    private NodeFacts facts() {
        return probe.ask(NodeReply.Facts.class, new ReadFacts()).facts();
    }

    private NodeReply admit(Optional<String> recorded) {
        var wanted = new NodeFacts.Admission(facts().runId(), 1, 0, NodeProbe.MAX_TTL);
        return probe.ask(new Admit(recorded, wanted));
    }
}
