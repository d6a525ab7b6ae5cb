package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Told of what happens, for metrics and alerts. Override what you need.
 *
 * <p>Called on the lock's own threads: return quickly and do not block. An exception is logged and otherwise ignored.
 */
public interface RedlockListener {

    /**
     * A caller got the lock.
     *
     * @param fastPath whether one round trip was enough
     */
    default void onAcquired(List<String> names, FencingToken token, boolean fastPath, Duration waited) {}

    /**
     * The nodes took so long to grant the lock; told before {@link #onAcquired}. What that waited longer was spent waiting
     * for others.
     *
     * @param fastPath whether one round trip was enough
     */
    default void onRoundWon(List<String> names, boolean fastPath, Duration took) {}

    /** A try failed because somebody else has the lock, and the caller goes on waiting. */
    default void onContended(List<String> names, Optional<String> owner) {}

    /** A caller did not get the lock. */
    default void onFailed(List<String> names, AcquireResult cause) {}

    default void onRenewed(List<String> names, FencingToken token, Duration remaining) {}

    default void onLost(List<String> names, FencingToken token, LossReason reason) {}

    default void onReleased(List<String> names, FencingToken token, ReleaseResult result, Duration held) {}

    /** The node votes from now on. */
    default void onNodeUp(String node) {}

    default void onNodeDown(String node, String cause) {}

    /** The node may have forgotten votes and is not asked for any, for so long. */
    default void onNodeQuarantined(String node, Duration remaining, String why) {}

    /** The node cannot take part until somebody changes the set-up. */
    default void onNodeRefused(String node, String why) {}
}
