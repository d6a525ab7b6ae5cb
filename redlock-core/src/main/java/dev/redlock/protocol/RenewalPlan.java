package dev.redlock.protocol;

import dev.redlock.time.Tick;
import java.time.Duration;

/**
 * When to renew a lease, when to give it up, and when to tell the holder.
 *
 * @param renewUntil the end of the longest hold allowed
 */
public record RenewalPlan(LeaseTerms terms, Tick renewUntil) {

    private static final int BEATS_PER_TTL = 120;
    private static final Duration SHORTEST_RETRY = Duration.ofMillis(5);
    private static final Duration LONGEST_RETRY = Duration.ofMillis(500);
    private static final Duration LONGEST_WARNING = Duration.ofSeconds(1);

    /**
     * A third of the ttl leaves time for more than one try after a failed one. It is rounded down to a common beat, so that
     * the many leases that one client may hold are renewed together, in few calls.
     */
    public Tick nextRenewal(Tick startedAt) {
        long beat = terms.ttl().toNanos() / BEATS_PER_TTL;
        Tick due = startedAt.plus(part(terms.ttl(), 3));
        Tick onBeat = beat == 0 ? due : new Tick(due.nanos() - Math.floorMod(due.nanos(), beat));
        return onBeat.earlierOf(renewUntil);
    }

    /** After a failed round: often enough to use every chance that is left, never in a busy loop. */
    public Tick retry(Tick now, Tick validUntil, double random) {
        Duration pause = part(now.until(validUntil), 8);
        Duration bounded = pause.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : pause;
        bounded = bounded.compareTo(SHORTEST_RETRY) < 0 ? SHORTEST_RETRY : bounded;
        return now.plus(Duration.ofNanos((long) (bounded.toNanos() * (0.5 + random / 2))));
    }

    /** When the holder is told that the lease is about to end: before it ends, with time to stop. */
    public static Tick warningBefore(Tick validUntil, LeaseTerms terms) {
        Duration lead = part(terms.ttl(), 10);
        return validUntil.minus(lead.compareTo(LONGEST_WARNING) > 0 ? LONGEST_WARNING : lead);
    }

    /** Durations divide themselves by decimal arithmetic, which thousands of leases would pay for at each renewal. */
    private static Duration part(Duration whole, int divisor) {
        return Duration.ofNanos(whole.toNanos() / divisor);
    }

    public boolean isOver(Tick now) {
        return !now.isBefore(renewUntil);
    }
}
