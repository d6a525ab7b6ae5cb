package dev.redlock.runtime;

import static dev.redlock.runtime.TestClient.NODE_TIMEOUT;
import static dev.redlock.runtime.TestClient.TTL;
import static dev.redlock.runtime.TestClient.refusal;
import static dev.redlock.runtime.TestClient.renewed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.protocol.AcquireOutcome.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client as a whole: what it owes, and what it leaves behind. */
class EngineTest {
    private final TestCluster cluster = new TestCluster(3);
    private final TestClient client = cluster.newSettledClient();

    @Test
    void closing_gives_back_everything_and_tells_the_holders() {
        List<Loss> told = new ArrayList<>();
        HeldLease first = client.hold(renewed(Duration.ofHours(1), "a"));
        HeldLease second = client.hold("b");
        first.onLost(told::add);

        assertThat(client.engine.close()).isCompleted();

        assertThat(cluster.isFree("a")).isTrue();
        assertThat(cluster.isFree("b")).isTrue();
        assertThat(first.isValid()).isFalse();
        assertThat(second.isValid()).isFalse();
        assertThat(told).containsExactly(Loss.CLOSED);
        assertThat(client.engine.isIdle()).isTrue();
        assertThat(cluster.time.pending()).isZero();
    }

    @Test
    void closing_lets_those_who_wait_go() {
        cluster.newClient().hold("a");
        Acquisition waiter = client.acquire(Duration.ofMinutes(1), "a");
        Acquisition behind = client.acquire(Duration.ofMinutes(1), "a");

        client.engine.close();

        assertThat(refusal(waiter).lost().reason()).isEqualTo(Reason.CANCELLED);
        assertThat(refusal(behind).lost().reason()).isEqualTo(Reason.CANCELLED);
        assertThat(client.engine.isIdle()).isTrue();
    }

    @Test
    void after_closing_nothing_can_be_acquired() {
        client.engine.close();

        assertThatThrownBy(() -> client.acquire(TestClient.NO_PATIENCE, "a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void a_release_that_a_node_missed_is_made_up_for_when_it_is_back_with_its_data() {
        HeldLease lease = client.hold("a");
        cluster.server(0).stop();
        lease.release();
        assertThat(client.engine.isIdle()).as("a release is owed").isFalse();

        cluster.server(0).start(true);

        assertThat(cluster.isFree("a")).isTrue();
        assertThat(client.engine.isIdle()).isTrue();
    }

    @Test
    void a_release_that_a_node_refused_is_tried_again_a_second_later() {
        HeldLease lease = client.hold("a");
        client.node(0).answerNext(Release.class, new Failed(Cause.ERROR, "busy"));
        lease.release();
        assertThat(cluster.votes("a")).filteredOn(vote -> !vote.isEmpty()).hasSize(1);

        cluster.time.advance(Duration.ofSeconds(1));

        assertThat(cluster.isFree("a")).isTrue();
        assertThat(client.engine.isIdle()).isTrue();
    }

    @Test
    void what_is_owed_is_forgotten_when_the_votes_have_ended_by_themselves() {
        HeldLease lease = client.hold("a");
        cluster.server(0).stop();
        lease.release();

        cluster.time.advance(TTL.plusSeconds(3));

        assertThat(client.engine.isIdle()).isTrue();
        assertThat(cluster.time.pending())
                .as("nothing is tried any more, and those that are there are looked at")
                .isEqualTo(2);
        cluster.server(0).start(true);
        assertThat(client.node(0).requests(Release.class)).isEmpty();
    }

    @Test
    void a_request_whose_script_was_flushed_is_sent_once_more() {
        client.node(0).answerNext(Inspect.class, new Failed(Cause.SCRIPT_MISSING, "flushed"));

        var replies = client.engine.askAll(new Inspect("a"), NODE_TIMEOUT).join();

        assertThat(replies).hasOnlyElementsOfType(NodeReply.Seen.class);
    }

    @Test
    void an_acquire_whose_script_was_flushed_is_sent_once_more_by_its_round() {
        client.nodes()
                .forEach(node ->
                        node.answerNext(NodeRequest.Acquire.class, new Failed(Cause.SCRIPT_MISSING, "flushed")));

        assertThat(client.hold("a").isValid()).isTrue();

        assertThat(client.sent(NodeRequest.Acquire.class)).isEqualTo(2);
    }

    @Test
    void asking_all_nodes_ends_after_the_timeout_and_names_the_silent_ones() {
        client.node(1).holdReplies();
        cluster.server(2).stop();
        var answers = client.engine.askAll(new Inspect("a"), NODE_TIMEOUT);
        assertThat(answers).isNotDone();

        cluster.time.advance(NODE_TIMEOUT);

        assertThat(answers.join().get(0)).isInstanceOf(NodeReply.Seen.class);
        assertThat(((Failed) answers.join().get(1)).cause()).isEqualTo(Cause.TIMED_OUT);
        assertThat(((Failed) answers.join().get(2)).cause()).isEqualTo(Cause.NOT_CONNECTED);
    }

    @Test
    void nodes_are_asked_to_rotate_several_times_per_retention() {
        client.engine.rotateEvery(Duration.ofHours(24));

        cluster.time.advance(Duration.ofHours(24));

        assertThat(client.sent(NodeRequest.Rotate.class)).isBetween(4, 8);
        assertThat(client.node(0).requests(NodeRequest.Rotate.class))
                .containsOnly(new NodeRequest.Rotate(Duration.ofHours(24)));
    }

    @Test
    void leases_that_were_dropped_without_a_release_do_not_pile_up() {
        client.hold(renewed(Duration.ofSeconds(1), "renewed"));
        client.hold("not renewed");
        cluster.time.advance(TTL.multipliedBy(3));

        for (int grant = 0; grant < 1_024; grant++) {
            client.hold("a").release();
        }

        assertThat(client.engine.isIdle()).isTrue();
    }
}
