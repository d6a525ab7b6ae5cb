package dev.redlock.runtime;

import dev.redlock.node.LockNode.Session;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.protocol.Standing.Unreachable;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The nodes as requests see them. Changed in the mailbox of the roster, read by everybody.
 *
 * <p>A seat binds the standing to the session in which it was found out, so that nothing is sent to a server process on the
 * strength of another one.
 */
final class Seats {
    private final AtomicReferenceArray<Seat> seats;
    private final Watcher watcher;

    record Seat(@Nullable Session session, Standing standing) {}

    @FunctionalInterface
    interface Watcher {
        void changed(int node, Standing before, Standing now);
    }

    Seats(int nodes, Watcher watcher) {
        this.seats = new AtomicReferenceArray<>(nodes);
        this.watcher = watcher;
        for (int node = 0; node < nodes; node++) {
            seats.set(node, new Seat(null, new Unreachable("not connected yet")));
        }
    }

    Seat get(int node) {
        return seats.get(node);
    }

    @Nullable
    Session session(int node) {
        return get(node).session();
    }

    Standing standing(int node) {
        return get(node).standing();
    }

    void connected(int node, Session session) {
        seats.set(node, new Seat(session, new Undecided()));
    }

    void disconnected(int node, String cause) {
        put(node, null, new Unreachable(cause));
    }

    /** In the same session. */
    void judged(int node, Standing standing) {
        put(node, session(node), standing);
    }

    /** Without a word to anybody: the next judgement will tell. */
    void reopen(int node) {
        seats.set(node, new Seat(session(node), new Undecided()));
    }

    private void put(int node, @Nullable Session session, Standing standing) {
        Standing before = standing(node);
        seats.set(node, new Seat(session, standing));
        boolean isRefinement = before instanceof Quarantined earlier
                && standing instanceof Quarantined later
                && earlier.why().equals(later.why());
        if (!before.equals(standing) && !isRefinement) {
            watcher.changed(node, before, standing);
        }
    }
}
