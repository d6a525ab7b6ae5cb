package dev.redlock.protocol;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import java.util.Optional;

/** The giving back of a lock. It is sent to every node; this only finds out what there was to give back. */
public record ReleaseRound(Replies replies) {

    public enum Outcome {
        /** A majority had our vote and has dropped it. */
        RELEASED,
        /** The lock had ended by itself before. */
        EXPIRED,
        /** Somebody else has the lock by now. */
        OTHER_OWNER,
        /** Too few nodes answered. The votes that are left end with their ttl. */
        UNCONFIRMED
    }

    public static ReleaseRound start(int nodes) {
        return new ReleaseRound(Replies.none(nodes));
    }

    public ReleaseRound onReply(int node, NodeReply reply) {
        return new ReleaseRound(replies.with(node, reply));
    }

    public ReleaseRound onTimeout() {
        return new ReleaseRound(replies.withSilence());
    }

    /** Settled as soon as a majority says the same, or no majority can any more; a slow node is not waited for. */
    public Optional<Outcome> outcome() {
        int quorum = Ballot.quorumOf(replies.nodes());
        int own = found(Found.OWN);
        if (own >= quorum) {
            return Optional.of(Outcome.RELEASED);
        }
        int gone = found(Found.EXPIRED) + found(Found.FOREIGN);
        int enoughToBeGone = replies.nodes() - quorum + 1;
        if (gone >= enoughToBeGone) {
            return Optional.of(found(Found.FOREIGN) > 0 ? Outcome.OTHER_OWNER : Outcome.EXPIRED);
        }
        int mayCome = replies.outstanding();
        boolean isOpen = own + mayCome >= quorum || gone + mayCome >= enoughToBeGone;
        return isOpen ? Optional.empty() : Optional.of(Outcome.UNCONFIRMED);
    }

    private int found(Found found) {
        int count = 0;
        for (int node = 0; node < replies.nodes(); node++) {
            if (replies.of(node) instanceof Freed freed && freed.found() == found) {
                count++;
            }
        }
        return count;
    }
}
