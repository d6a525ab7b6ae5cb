package dev.redlock.simulation.plan;

import java.time.Duration;

/**
 * One client process.
 *
 * @param ppm how much faster its clock runs, in millionths
 * @param workers how many callers it has at a time
 * @param maxTtl how long it keeps a node that may have forgotten votes from voting
 */
public record ClientPlan(int ppm, int workers, Duration ttl, Duration nodeTimeout, Duration maxTtl) {}
