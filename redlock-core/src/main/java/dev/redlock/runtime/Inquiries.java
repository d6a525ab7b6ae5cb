package dev.redlock.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/** Questions about a node that several others were asked, and who has not answered yet. Used in one mailbox only. */
final class Inquiries {
    private final Map<Integer, Set<Integer>> unheard = new HashMap<>();
    private final IntConsumer whenAllWereHeard;

    Inquiries(IntConsumer whenAllWereHeard) {
        this.whenAllWereHeard = whenAllWereHeard;
    }

    void begin(int about, List<Integer> others) {
        if (others.isEmpty()) {
            whenAllWereHeard.accept(about);
        } else {
            unheard.put(about, new TreeSet<>(others));
        }
    }

    void heard(int about, int other) {
        Set<Integer> awaited = unheard.get(about);
        if (awaited != null && awaited.remove(other) && awaited.isEmpty()) {
            unheard.remove(about);
            whenAllWereHeard.accept(about);
        }
    }

    /** Nothing is to be learned about it any more, nor from it. */
    void parted(int node) {
        unheard.remove(node);
        List.copyOf(unheard.keySet()).forEach(about -> heard(about, node));
    }
}
