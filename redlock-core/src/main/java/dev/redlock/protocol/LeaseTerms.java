package dev.redlock.protocol;

import dev.redlock.internal.Check;
import dev.redlock.time.Tick;
import java.time.Duration;

/**
 * How long a lease lasts and how long it may take to get it.
 *
 * @param ttl after which a node drops its vote by itself
 * @param drift how much earlier the holder stops trusting it, because clocks do not run alike
 * @param minimumValidity what must be left of the lease when it is handed out
 * @param nodeTimeout how long to wait for the nodes in one round
 */
public record LeaseTerms(Duration ttl, Duration drift, Duration minimumValidity, Duration nodeTimeout) {

    public LeaseTerms {
        Check.argument(ttl.toMillis() > 0, "ttl must be at least 1 ms, got %s", ttl);
        Check.argument(
                !drift.isNegative() && drift.compareTo(ttl) < 0, "drift %s leaves nothing of the ttl %s", drift, ttl);
        Check.argument(
                !minimumValidity.isNegative() && minimumValidity.plus(drift).compareTo(ttl) < 0,
                "minimumValidity %s plus drift %s is not less than the ttl %s, so that no lease could ever be granted",
                minimumValidity,
                drift,
                ttl);
        Check.argument(!nodeTimeout.isNegative() && !nodeTimeout.isZero(), "nodeTimeout must be positive");
    }

    /** The last moment a lease claimed at {@code startedAt} may be trusted. The only place this sum is written. */
    public Tick validUntil(Tick startedAt) {
        return startedAt.plus(ttl.minus(drift));
    }

    /** When the votes claimed by a request sent no later than now are gone from every node, whatever becomes of us. */
    public Tick votesGoneBy(Tick now) {
        return now.plus(ttl).plus(drift);
    }
}
