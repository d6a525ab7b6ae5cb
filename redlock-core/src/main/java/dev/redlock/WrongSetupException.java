package dev.redlock;

import java.util.List;

/** The nodes cannot be used together as they are configured. Somebody has to change the configuration. */
public final class WrongSetupException extends RedlockException {
    private final transient List<NodeAnswer> nodes;

    WrongSetupException(List<NodeAnswer> nodes) {
        super("these nodes cannot be used: " + nodes);
        this.nodes = nodes;
    }

    /** The nodes that cannot be used, and why. */
    public List<NodeAnswer> nodes() {
        return nodes;
    }
}
