package dev.redlock.fencing;

import dev.redlock.FencingToken;
import java.util.Optional;

/**
 * What a resource knows of its holders: the largest token it has seen. It refuses smaller ones.
 *
 * <p>A lock cannot protect a resource against a holder that was paused for longer than its lease, because the holder does not
 * know that it was. Only the resource can, and only if it compares the token <em>in the same step</em> as it writes. That step
 * is different for every kind of resource, so it is a method of each implementation: {@code JdbcFence.check} in the caller's
 * transaction, {@code RedisFence.eval} in one script, {@code InMemoryFence.write}.
 */
public interface Fence {

    /**
     * Raises the fence to this token, so that older holders are refused from now on, even before the first write of the new
     * one. The same token may be marked again.
     *
     * @throws StaleTokenException if the resource has seen a larger token
     * @throws FenceUnavailableException if the fence cannot be reached; whether it was raised is not known
     */
    void mark(String resource, FencingToken token);

    /**
     * The largest token that the resource has seen. For people and dashboards: it may have grown when it is read.
     *
     * @throws FenceUnavailableException if the fence cannot be reached
     */
    Optional<FencingToken> newest(String resource);
}
