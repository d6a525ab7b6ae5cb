package dev.redlock.runtime;

import dev.redlock.protocol.AcquireOutcome.Lost;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Who has given back votes since a round began, as far as nodes have told. */
final class Notices {
    private final @Nullable String[] byNode;

    Notices(int nodes) {
        byNode = new @Nullable String[nodes];
    }

    void clear() {
        Arrays.fill(byNode, null);
    }

    void add(int node, String holder) {
        byNode[node] = holder;
    }

    /** Whether who had the vote of the gate has given it back. */
    boolean openedGate(Lost lost) {
        OptionalInt gate = lost.gate();
        return gate.isPresent() && hasUnblocked(gate.getAsInt(), lost);
    }

    /** At how many nodes somebody who was in our way has given back the vote. */
    int unblocked(Lost lost) {
        int count = 0;
        for (int node = 0; node < byNode.length; node++) {
            count += hasUnblocked(node, lost) ? 1 : 0;
        }
        return count;
    }

    private boolean hasUnblocked(int node, Lost lost) {
        String holder = byNode[node];
        return holder != null && lost.isUnblockedBy(node, holder);
    }
}
