package dev.redlock.simulation.plan;

import java.time.Duration;
import java.util.List;

/**
 * One client process.
 *
 * @param ppm how much faster its clock runs, in millionths
 * @param workers how many callers it has at a time
 * @param startAt when it comes, in nanoseconds
 * @param lives its settings from the start on, after the first crash, and so on; the last ones stay
 */
public record ClientPlan(int ppm, int workers, long startAt, List<Settings> lives) {

    /**
     * How a client is configured, until it starts again.
     *
     * @param maxTtl the longest ttl that it may use, which may differ from that of others
     */
    public record Settings(Duration ttl, Duration nodeTimeout, Duration maxTtl) {}

    public ClientPlan {
        lives = List.copyOf(lives);
    }

    /** How it is configured after so many crashes. */
    public Settings life(int crashes) {
        return lives.get(Math.min(crashes, lives.size() - 1));
    }
}
