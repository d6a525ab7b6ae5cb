package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.protocol.RetrySchedule;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** From whom a lost round takes back what it may have got. Nodes 0 and 1 vote with different tokens, node 2 refuses. */
class WithdrawalTest {
    private static final Claim CLAIM = new Claim(List.of("payout:42"), "A".repeat(Claim.HOLDER_LENGTH), "payer-1");
    private static final NodeRequest RELEASE = new NodeRequest.Release(CLAIM);

    private final ScriptedNode smaller = node(0, request -> new Granted(5));
    private final ScriptedNode larger = node(1, this::voteOfTheLargerNode);
    private final ScriptedNode refusing = node(2, request -> new Denied(Duration.ofSeconds(1), "rival", 5));
    private boolean cutTheSmallerNode;

    private NodeReply voteOfTheLargerNode(NodeRequest request) {
        if (cutTheSmallerNode) {
            smaller.disconnect();
        }
        return new Granted(7);
    }

    private static ScriptedNode node(int index, Function<NodeRequest, NodeReply> vote) {
        return new ScriptedNode(index, 3, request -> {
            if (request instanceof NodeRequest.Acquire) {
                return vote.apply(request);
            }
            return request instanceof NodeRequest.Raise ? new NotHeld() : new Freed(Freed.Found.OWN);
        });
    }

    private void loseOneRound() {
        Environment standingStill =
                new Environment(() -> new Tick(0), new NoTimers(), () -> 0.5, CLAIM::holder, Runnable::run);
        Admission admission = new Admission(3, Duration.ofMinutes(1), true);
        Engine engine = new Engine(List.of(smaller, larger, refusing), standingStill, admission, new EngineEvents() {});
        engine.open();
        LeaseTerms terms =
                new LeaseTerms(Duration.ofSeconds(1), Duration.ofMillis(12), Duration.ZERO, Duration.ofMillis(80));
        Order order = new Order(
                CLAIM.names(),
                CLAIM.owner(),
                terms,
                Duration.ZERO,
                new RetrySchedule(Duration.ofMillis(10), Duration.ofMillis(10)),
                Optional.empty());

        Acquisition acquisition = engine.acquire(order);

        assertThat(acquisition.result()).isCompletedWithValueMatching(Acquisition.Result.NotAcquired.class::isInstance);
    }

    @Test
    void a_lost_round_takes_back_its_votes_where_there_are_any() {
        loseOneRound();

        assertThat(smaller.received()).contains(RELEASE);
        assertThat(larger.received()).contains(RELEASE);
        assertThat(refusing.received()).doesNotContain(RELEASE);
    }

    @Test
    void a_vote_is_also_taken_back_from_a_node_that_was_lost_before_it_could_store_the_token() {
        cutTheSmallerNode = true;
        loseOneRound();
        assertThat(smaller.received()).hasSize(1).allMatch(NodeRequest.Acquire.class::isInstance);

        smaller.connect();

        assertThat(smaller.received()).contains(RELEASE);
    }

    /** Nothing here depends on time. */
    private static final class NoTimers implements Timers {
        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            return Scheduled.NONE;
        }

        @Override
        public void close() {}
    }
}
