package dev.redlock.chaos.history;

/**
 * How soon the lock must work again, and how well it must work meanwhile.
 *
 * @param healedAt when the last fault ended; 0 if there is nothing to recover from
 * @param withinNanos somebody must have the lock this long after
 * @param successRate of attempts that began during a fault, between 0 and 1; 0 if not asked
 * @param p99Nanos of successful attempts that began during a fault; 0 if not asked
 */
public record Recovery(long healedAt, long withinNanos, double successRate, long p99Nanos) {

    public static final Recovery NOT_ASKED = new Recovery(0, 0, 0, 0);
}
