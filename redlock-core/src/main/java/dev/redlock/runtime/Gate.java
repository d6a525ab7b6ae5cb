package dev.redlock.runtime;

import dev.redlock.protocol.Standing;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which node is asked first by those who have rivals. All clients have to choose the same one, without a word between them:
 * the first in the list that votes and answers. Where clients see different nodes, or list them in another order, rivals may
 * split the votes as if there were no gate.
 */
final class Gate {
    private static final Duration AVOIDED_FOR = Duration.ofSeconds(2);

    private final Roster roster;
    private final AtomicReferenceArray<@Nullable Tick> silentAt;

    Gate(Roster roster, int nodes) {
        this.roster = roster;
        this.silentAt = new AtomicReferenceArray<>(nodes);
    }

    /** Empty if there is nobody to choose. */
    OptionalInt node(Tick now) {
        for (int node = 0; node < silentAt.length(); node++) {
            if (roster.seat(node).standing() instanceof Standing.Admitted && !isAvoided(node, now)) {
                return OptionalInt.of(node);
            }
        }
        return OptionalInt.empty();
    }

    /** The node has not answered in time, and is not asked first for a while. */
    void avoid(int node, Tick now) {
        silentAt.set(node, now);
    }

    private boolean isAvoided(int node, Tick now) {
        Tick silent = silentAt.get(node);
        return silent != null && now.isBefore(silent.plus(AVOIDED_FOR));
    }
}
