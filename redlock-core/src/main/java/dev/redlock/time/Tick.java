package dev.redlock.time;

import java.time.Duration;

/**
 * A reading of this process's monotonic clock.
 *
 * <p>It has no meaning on any other machine, which is why it is a type of its own and not a {@code long}: a tick can be
 * compared with a tick, but it cannot be stored in Redis or mixed with an {@link java.time.Instant} by accident.
 */
public record Tick(long nanos) {

    public Tick plus(Duration duration) {
        return new Tick(nanos + duration.toNanos());
    }

    public Tick minus(Duration duration) {
        return new Tick(nanos - duration.toNanos());
    }

    /** Compares by difference, because {@link System#nanoTime()} is allowed to wrap around. */
    public boolean isBefore(Tick other) {
        return nanos - other.nanos < 0;
    }

    /** How long it is from here to the other tick; negative if that one has passed. */
    public Duration until(Tick other) {
        return Duration.ofNanos(other.nanos - nanos);
    }

    public Tick earlierOf(Tick other) {
        return isBefore(other) ? this : other;
    }

    public Tick laterOf(Tick other) {
        return isBefore(other) ? other : this;
    }
}
