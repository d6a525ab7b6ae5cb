package dev.redlock.protocol;

import dev.redlock.internal.Check;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import java.time.Duration;
import java.util.Arrays;

/**
 * When to try again. Waiters are woken by a notification; this is the net below it, and what breaks up a tie.
 *
 * @param initial the first pause
 * @param maximum which no pause exceeds
 */
public record RetrySchedule(Duration initial, Duration maximum) {

    /** Rivals that split the votes meet again unless they wait for different times, but not for long. */
    private static final Duration TIE_BREAK = Duration.ofMillis(4);

    public RetrySchedule {
        Check.argument(initial.toMillis() >= 1, "the retry interval must be at least 1 ms, got %s", initial);
        Check.argument(
                maximum.compareTo(initial) >= 0,
                "the longest retry interval %s is below the first, %s",
                maximum,
                initial);
    }

    /**
     * The pause after a lost round.
     *
     * @param failures how many rounds in a row were lost like this, from 1
     * @param random from 0 to 1, which spreads clients that lost at the same moment
     */
    public Duration pauseAfter(Lost lost, int failures, double random) {
        if (lost.reason() == Reason.HELD && lost.holder().isEmpty()) {
            return scaled(doubled(TIE_BREAK, failures, initial), random);
        }
        Duration backoff = scaled(doubled(initial, failures, maximum), 0.5 + random / 2);
        Duration untilFree = untilItMayBeFree(lost);
        return lost.reason() == Reason.HELD && untilFree.compareTo(backoff) < 0 ? untilFree : backoff;
    }

    /** The pause after a notification that has not come from a majority yet. */
    public Duration graceAfterNotice(double random) {
        return scaled(TIE_BREAK, 0.5 + random / 2);
    }

    /** When enough of the votes that stand against us will have ended by themselves. */
    private static Duration untilItMayBeFree(Lost lost) {
        Replies evidence = lost.evidence();
        if (lost.gate().isPresent() && evidence.of(lost.gate().getAsInt()) instanceof Denied denied) {
            return denied.remaining().plusMillis(1);
        }
        Duration[] remaining = new Duration[evidence.nodes()];
        for (int node = 0; node < remaining.length; node++) {
            remaining[node] = evidence.of(node) instanceof Denied denied ? denied.remaining() : Duration.ZERO;
        }
        Arrays.sort(remaining);
        // One millisecond more, because a node counts the remaining time in whole ones.
        return remaining[Ballot.quorumOf(remaining.length) - 1].plusMillis(1);
    }

    private static Duration doubled(Duration first, int failures, Duration limit) {
        int doublings = Math.min(failures - 1, 20);
        long nanos = first.toNanos();
        return nanos > limit.toNanos() >> doublings ? limit : Duration.ofNanos(nanos << doublings);
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofNanos(Math.max(1, (long) (duration.toNanos() * factor)));
    }
}
