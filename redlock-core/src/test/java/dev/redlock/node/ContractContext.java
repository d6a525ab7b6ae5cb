package dev.redlock.node;

import static org.awaitility.Awaitility.await;

import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Inspect;
import java.time.Duration;
import java.util.Optional;

/** What the parts of the contract share: an admitted node, and short words for common requests. */
interface ContractContext {
    Duration LONG = Duration.ofMinutes(1);

    /** Long enough to be seen, short enough to wait for. */
    Duration SHORT = Duration.ofMillis(40);

    NodeFixture fixture();

    /** A client of the admitted node. */
    NodeProbe probe();

    /** Another client of it. */
    NodeProbe newProbe();

    default NodeReply acquire(Claim claim, long proposal) {
        return probe().ask(new Acquire(claim, LONG, proposal));
    }

    /** Acquires without a wish for the token; the test is about something else. */
    default long granted(Claim claim) {
        return probe().ask(Granted.class, new Acquire(claim, LONG, 0)).value();
    }

    default Optional<Vote> voteOf(String name) {
        return probe().ask(Seen.class, new Inspect(name)).vote();
    }

    /** The largest token that the node may have given. */
    default long high() {
        NodeFacts facts =
                probe().ask(NodeReply.Facts.class, new NodeRequest.ReadFacts()).facts();
        return facts.admission().orElseThrow().high();
    }

    default void grantedUntilExpiry(Claim claim) {
        probe().ask(Granted.class, new Acquire(claim, SHORT, 0));
        await().until(() -> claim.names().stream().allMatch(name -> voteOf(name).isEmpty()));
    }
}
