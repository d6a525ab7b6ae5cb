package dev.redlock.protocol;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.time.Tick;
import java.util.Optional;
import java.util.OptionalInt;

/** What one round came to. Losing a race is an answer, not an exception. */
public sealed interface AcquireOutcome {

    /**
     * A quorum voted for us and remembers the token.
     *
     * @param fast whether one round trip was enough
     */
    record Won(long token, Tick validUntil, boolean fast) implements AcquireOutcome {}

    /**
     * Somebody else was faster, or nobody can tell.
     *
     * @param gate the node that refused us before any other was asked, if it was asked alone
     */
    record Lost(Reason reason, Replies evidence, OptionalInt gate) implements AcquireOutcome {

        public Lost(Reason reason, Replies evidence) {
            this(reason, evidence, OptionalInt.empty());
        }

        /** Lost to somebody of whom we know without asking: a holder in this process. */
        public static Lost to(Denied holder, int nodes) {
            Replies evidence = Replies.none(nodes);
            for (int node = 0; node < nodes; node++) {
                evidence = evidence.with(node, holder);
            }
            return new Lost(Reason.HELD, evidence);
        }

        /** Whether we have a place in line at the gate, and will be told when it is our turn. */
        public boolean isInLine() {
            return gate.isPresent() && evidence.of(gate.getAsInt()) instanceof Denied denied && denied.waiting() > 0;
        }

        /** The vote of the holder that is in our way, if one holder has a majority, or has the gate. */
        public Optional<Denied> holder() {
            if (gate.isPresent() && evidence.of(gate.getAsInt()) instanceof Denied denied) {
                return Optional.of(denied);
            }
            for (int node = 0; node < evidence.nodes(); node++) {
                if (evidence.of(node) instanceof Denied denied
                        && evidence.count(other -> isSameVote(denied, other)) >= Ballot.quorumOf(evidence.nodes())) {
                    return Optional.of(denied);
                }
            }
            return Optional.empty();
        }

        /**
         * Whether a release at this node was that of somebody who was in our way. Rivals that fail withdraw their votes, too;
         * if those woke each other up, they would never come to rest while somebody else holds the lock.
         *
         * @param holder who released; empty if the lock was taken away by force
         */
        public boolean isUnblockedBy(int node, String holder) {
            boolean wasInOurWay =
                    gate.isPresent() || (evidence.of(node) instanceof Denied denied && isHolder(denied, holder));
            return holder.isEmpty()
                    || (wasInOurWay
                            && holder().map(denied -> isHolder(denied, holder)).orElse(true));
        }

        private static boolean isHolder(Denied denied, String holder) {
            return Claim.holderOf(denied.vote()).equals(holder);
        }

        private static boolean isSameVote(Denied denied, NodeReply other) {
            return other instanceof Denied another && another.vote().equals(denied.vote());
        }
    }

    enum Reason {
        /** Enough nodes answered, and too many of them have voted for somebody else. */
        HELD,
        /** Too few nodes answered to say yes or no. */
        NO_QUORUM,
        /** The votes came, but what was left of the lease was too short to be worth anything. */
        TOO_LATE,
        /** The caller gave up. */
        CANCELLED
    }
}
