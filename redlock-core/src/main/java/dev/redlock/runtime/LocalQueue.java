package dev.redlock.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets the waiters of this client contend one at a time for each name, in the order in which they came.
 *
 * <p>Who wants several names enters all their queues in one step, so that the oldest waiter is first in all of its queues:
 * there is always somebody whose turn it is.
 */
final class LocalQueue {
    /** Most names have one at a time, and a set that expects more is mostly empty space. */
    private static final int USUAL_WAITERS = 1;

    private final Map<String, LinkedHashSet<Waiter>> byName = new HashMap<>();
    private final Set<Waiter> atTurn = new HashSet<>();

    /** Somebody who waits for a turn. Compared by identity. */
    interface Waiter {
        List<String> names();

        /** Called once, and not while this queue is locked. */
        void onTurn();
    }

    /** Returns whether it is this waiter's turn at once; if not, {@link Waiter#onTurn} is called later. */
    boolean enter(Waiter waiter) {
        synchronized (byName) {
            for (String name : waiter.names()) {
                byName.computeIfAbsent(name, unused -> new LinkedHashSet<>(USUAL_WAITERS))
                        .add(waiter);
            }
            return isFirst(waiter) && atTurn.add(waiter);
        }
    }

    /** Lets go of the place; whoever comes first now is told. */
    void leave(Waiter waiter) {
        List<Waiter> next = new ArrayList<>(1);
        synchronized (byName) {
            waiter.names().forEach(name -> remove(name, waiter));
            atTurn.remove(waiter);
            for (String name : waiter.names()) {
                Waiter head = head(name);
                if (head != null && isFirst(head) && atTurn.add(head)) {
                    next.add(head);
                }
            }
        }
        next.forEach(Waiter::onTurn);
    }

    /** Whose turn it is for a name, if anybody's. */
    @Nullable
    Waiter atTurn(String name) {
        synchronized (byName) {
            Waiter head = head(name);
            return head != null && atTurn.contains(head) ? head : null;
        }
    }

    boolean isEmpty() {
        synchronized (byName) {
            return byName.isEmpty();
        }
    }

    private void remove(String name, Waiter waiter) {
        LinkedHashSet<Waiter> queue = byName.get(name);
        if (queue != null) {
            queue.remove(waiter);
            if (queue.isEmpty()) {
                byName.remove(name);
            }
        }
    }

    private @Nullable Waiter head(String name) {
        LinkedHashSet<Waiter> queue = byName.get(name);
        return queue == null ? null : queue.iterator().next();
    }

    private boolean isFirst(Waiter waiter) {
        for (String name : waiter.names()) {
            if (head(name) != waiter) {
                return false;
            }
        }
        return true;
    }
}
