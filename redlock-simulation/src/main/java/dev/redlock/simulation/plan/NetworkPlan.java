package dev.redlock.simulation.plan;

/**
 * How long messages take, in nanoseconds.
 *
 * @param fastest of all
 * @param spread at most so much is added; usually far less
 * @param steady whether every message between the same two takes the same time
 */
public record NetworkPlan(long fastest, long spread, boolean steady) {}
