package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an attempt to get a lock came to. Losing a race is an answer, not an exception. */
public sealed interface AcquireResult {

    /** The lock is held. */
    record Granted(Lease lease) implements AcquireResult {
        @Override
        public Lease orThrow() {
            return lease;
        }
    }

    /**
     * Somebody else has it.
     *
     * @param owner the label of the holder; empty if several clients were contending and none of them had the lock
     * @param remaining for how long the holder has it at most, unless it is renewed
     */
    record Held(List<String> names, Optional<String> owner, Optional<Duration> remaining, Duration waited)
            implements AcquireResult {
        @Override
        public Lease orThrow() {
            throw new LockHeldException(this);
        }

        String describe() {
            String who = owner.map(label -> "is held by " + label).orElse("is contended for");
            String howLong = remaining
                    .map(left -> ", for another " + left.toMillis() + " ms unless renewed")
                    .orElse("");
            return "lock " + names + " " + who + howLong + "; waited " + waited.toMillis() + " ms";
        }
    }

    /**
     * Too few nodes answered, or too late.
     *
     * @param needed how many nodes have to agree
     * @param nodes what each node said
     */
    record QuorumUnavailable(List<String> names, int needed, List<NodeAnswer> nodes, Duration waited)
            implements AcquireResult {
        @Override
        public Lease orThrow() {
            throw new QuorumUnavailableException(describe(), nodes);
        }

        String describe() {
            return "no quorum for lock " + names + ": " + needed + " of " + nodes.size() + " nodes are needed; waited "
                    + waited.toMillis() + " ms; " + nodes;
        }
    }

    /**
     * The lease, or the exception that tells why there is none.
     *
     * @throws LockHeldException if somebody else has the lock
     * @throws QuorumUnavailableException if too few nodes answered
     */
    Lease orThrow();
}
