package dev.redlock.protocol;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Healed;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeRequest;
import dev.redlock.time.Tick;
import java.util.Optional;

/**
 * One attempt to make a lease last longer.
 *
 * <p>It counts only if a majority confirmed before the old validity ended: an expired lease is never revived, because
 * somebody else may have had the lock in between. A healed vote was missing, so it proves nothing about this round.
 *
 * @param validUntil the end of validity that this round wants to move
 */
public record ExtendRound(Ballot ballot, long token, Tick startedAt, Tick validUntil, Replies replies) {

    /** What a round came to. */
    public sealed interface Outcome {
        record Extended(Tick validUntil) implements Outcome {}

        /** Too few nodes confirmed, or too late. As long as validity lasts, trying again is reasonable. */
        record Unconfirmed(Replies evidence) implements Outcome {}

        /** The lock is certainly not ours any more. */
        record Gone(Replies evidence) implements Outcome {}
    }

    public static ExtendRound start(Ballot ballot, long token, Tick validUntil, Tick now) {
        return new ExtendRound(ballot, token, now, validUntil, Replies.none(ballot.nodes()));
    }

    /** Missing votes are restored only while the lease outlives the round: a late one must not bring back a dead lease. */
    public NodeRequest request() {
        boolean heal = startedAt.plus(ballot.terms().nodeTimeout()).isBefore(validUntil);
        return new NodeRequest.Extend(ballot.claim(), ballot.terms().ttl(), token, heal);
    }

    public ExtendRound onReply(int node, NodeReply reply) {
        return with(replies.with(node, reply));
    }

    public ExtendRound onTimeout() {
        return with(replies.withSilence());
    }

    public Optional<Outcome> outcome(Tick now) {
        int confirmed = replies.count(Confirmed.class);
        if (confirmed >= ballot.quorum()) {
            return Optional.of(
                    now.isBefore(validUntil)
                            ? new Outcome.Extended(ballot.terms().validUntil(startedAt))
                            : new Outcome.Unconfirmed(replies));
        }
        int notOurs = replies.count(NotHeld.class) + replies.count(Healed.class);
        if (notOurs > ballot.nodes() - ballot.quorum()) {
            return Optional.of(isBeyondRepair() ? new Outcome.Gone(replies) : new Outcome.Unconfirmed(replies));
        }
        if (confirmed + replies.outstanding() >= ballot.quorum()) {
            return Optional.empty();
        }
        return Optional.of(new Outcome.Unconfirmed(replies));
    }

    /** Healed votes are ours again and count in the next round, if that is still in time. */
    private boolean isBeyondRepair() {
        return replies.count(NotHeld.class) > ballot.nodes() - ballot.quorum();
    }

    private ExtendRound with(Replies next) {
        return new ExtendRound(ballot, token, startedAt, validUntil, next);
    }
}
