package dev.redlock.cli.exec;

import dev.redlock.cli.config.DurationText;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import java.time.Duration;

/**
 * When a command is ended, counted back from the end of its lease.
 *
 * <pre>
 * renewed … not renewed any more ─────┬── TERM ──┬─ grace ─┬── KILL ──┬─ margin ─┬ the lease ends
 * </pre>
 *
 * @param grace between TERM and KILL
 * @param margin between KILL and the end of the lease: for the kill to be carried out
 */
record Terms(Duration ttl, Duration grace, Duration margin) {
    private static final Duration SHORTEST_TTL = Duration.ofSeconds(1);
    private static final Duration LONGEST_DEFAULT_GRACE = Duration.ofSeconds(5);
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(2);

    static Terms of(Duration ttl, java.util.Optional<Duration> grace) {
        if (ttl.compareTo(SHORTEST_TTL) < 0) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--ttl must be at least 1s, or there is no time to end the command before it is over");
        }
        Duration chosen = grace.orElse(shorter(ttl.dividedBy(4), LONGEST_DEFAULT_GRACE));
        if (chosen.compareTo(ttl.dividedBy(3)) > 0) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--grace " + DurationText.of(chosen) + " must be at most a third of --ttl " + DurationText.of(ttl)
                            + ": it lies inside the lease, and renewal needs the rest");
        }
        return new Terms(ttl, chosen, shorter(ttl.dividedBy(6), LONGEST_MARGIN));
    }

    /** So long before the end of the lease the command is told to stop. */
    Duration lead() {
        return grace.plus(margin);
    }

    /** So long before the end of the lease the guardian kills, if we have not. */
    Duration guardianMargin() {
        return margin.dividedBy(2);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
