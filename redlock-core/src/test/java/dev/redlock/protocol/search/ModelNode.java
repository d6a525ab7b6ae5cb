package dev.redlock.protocol.search;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeRequest;
import java.time.Duration;

/**
 * What a node remembers of the one name there is.
 *
 * @param holder who has the vote, or nobody
 * @param last the largest value given
 */
record ModelNode(String holder, long last) {
    static final String NOBODY = "";

    /** The node after a request, and its answer. */
    record Answered(ModelNode node, NodeReply reply) {}

    boolean hasVoted() {
        return !holder.equals(NOBODY);
    }

    ModelNode voteEnds(Flaw flaw) {
        return new ModelNode(NOBODY, flaw == Flaw.VALUE_ENDS_WITH_VOTE ? 0 : last);
    }

    Answered execute(NodeRequest request, Flaw flaw) {
        if (request instanceof NodeRequest.Acquire acquire) {
            return acquire(acquire.claim().holder(), acquire.proposal(), flaw);
        } else if (request instanceof NodeRequest.Raise raise) {
            return raise(raise.claim().holder(), raise.token(), flaw);
        }
        throw new AssertionError("a round asks for nothing else: " + request);
    }

    private Answered acquire(String who, long proposal, Flaw flaw) {
        if (hasVoted()) {
            return new Answered(this, new Denied(Duration.ZERO, holder, last));
        }
        long value = Math.max(proposal, flaw == Flaw.VALUE_GIVEN_AGAIN ? last : last + 1);
        return new Answered(new ModelNode(who, value), new Granted(value));
    }

    private Answered raise(String who, long token, Flaw flaw) {
        if (!holder.equals(who) && flaw != Flaw.RAISE_WITHOUT_VOTE) {
            return new Answered(this, new NotHeld());
        }
        long stored = flaw == Flaw.RAISE_NOT_REMEMBERED ? last : Math.max(last, token);
        return new Answered(new ModelNode(holder, stored), new Confirmed());
    }
}
