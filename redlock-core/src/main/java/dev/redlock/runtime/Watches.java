package dev.redlock.runtime;

import dev.redlock.node.LockNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts who wants to hear of the releases of a name, so that each node is asked once and told when nobody does. */
final class Watches {
    private final List<LockNode> nodes;
    private final Map<String, Integer> watchers = new HashMap<>();

    Watches(List<LockNode> nodes) {
        this.nodes = nodes;
    }

    void add(List<String> names) {
        // Told under the lock, because the last word to the node must be that of the last change; this does not block.
        synchronized (watchers) {
            for (String name : names) {
                if (watchers.merge(name, 1, Integer::sum) == 1) {
                    nodes.forEach(node -> node.watch(name));
                }
            }
        }
    }

    void remove(List<String> names) {
        synchronized (watchers) {
            for (String name : names) {
                if (watchers.merge(name, -1, Integer::sum) == 0) {
                    watchers.remove(name);
                    nodes.forEach(node -> node.unwatch(name));
                }
            }
        }
    }
}
