package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claims;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.Raise;
import dev.redlock.protocol.ExtendRound;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node that has lost its scripts has done nothing, and is asked again: but only as long as the answer is wanted. */
class LostScriptTest {
    private static final Failed FLUSHED = new Failed(Cause.SCRIPT_MISSING, "flushed");

    private final TestCluster cluster = new TestCluster(3);
    private final TestClient client = cluster.newSettledClient();

    @Test
    void an_extension_is_sent_again() {
        HeldLease lease = client.hold("a");
        client.nodes().forEach(node -> node.answerNext(Extend.class, FLUSHED));

        assertThat(lease.extend().join()).isInstanceOf(ExtendRound.Outcome.Extended.class);
        assertThat(client.sent(Extend.class)).isEqualTo(2);
    }

    @Test
    void an_extension_is_not_sent_behind_the_release_because_it_would_take_the_vote_back() {
        HeldLease lease = client.hold("a");
        client.nodes().forEach(GatedNode::holdReplies);
        client.nodes().forEach(node -> node.answerNext(Extend.class, FLUSHED));
        lease.extend();
        lease.release();

        client.nodes().forEach(GatedNode::letGo);

        assertThat(client.sent(Extend.class)).isEqualTo(1);
        assertThat(cluster.isFree("a")).isTrue();
    }

    @Test
    void a_raise_is_sent_again() {
        makeNodeRagged();
        client.node(1).answerNext(Raise.class, FLUSHED);

        Acquisition acquisition = client.acquire(Duration.ZERO, "a");

        assertThat(TestClient.lease(acquisition).isValid()).isTrue();
        assertThat(client.node(1).requests(Raise.class)).hasSize(2);
    }

    /** Node 0 has given more than the client knows of, and node 2 is silent, so that node 1 has to store the token. */
    private void makeNodeRagged() {
        NodeRequest.Acquire ahead =
                new NodeRequest.Acquire(Claims.of("stranger", "a"), Duration.ofSeconds(1), 5_000_000_000L);
        cluster.stranger(0).ask(ahead);
        cluster.stranger(0).ask(new NodeRequest.Release(ahead.claim()));
        client.node(2).holdRequests();
    }
}
