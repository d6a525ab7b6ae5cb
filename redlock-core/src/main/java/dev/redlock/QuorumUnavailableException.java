package dev.redlock;

import java.util.List;

/**
 * Too few nodes answered, or too late, to say whether the lock is free. Nothing was started. Trying again does not help
 * before nodes come back.
 */
public final class QuorumUnavailableException extends RedlockException {
    private final transient List<NodeAnswer> nodes;

    QuorumUnavailableException(String message, List<NodeAnswer> nodes) {
        super(message);
        this.nodes = nodes;
    }

    /** What each node said. */
    public List<NodeAnswer> nodes() {
        return nodes;
    }
}
