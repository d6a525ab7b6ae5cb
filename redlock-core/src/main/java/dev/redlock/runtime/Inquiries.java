package dev.redlock.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Questions about a node that several others were asked, and who has not answered yet. Used in one mailbox only. */
final class Inquiries {
    private final Map<Integer, Inquiry> underWay = new HashMap<>();
    private final Conclusion conclusion;

    /** What to do when everybody who was asked has answered or gone. */
    @FunctionalInterface
    interface Conclusion {
        /**
         * Says how it ended.
         *
         * @param complete false if somebody who was asked could not say what it knows
         */
        void reached(int about, boolean complete);
    }

    private static final class Inquiry {
        private final Set<Integer> unheard;
        private boolean complete = true;

        private Inquiry(List<Integer> asked) {
            this.unheard = new TreeSet<>(asked);
        }
    }

    Inquiries(Conclusion conclusion) {
        this.conclusion = conclusion;
    }

    boolean isUnderWay(int about) {
        return underWay.containsKey(about);
    }

    void begin(int about, List<Integer> others) {
        underWay.put(about, new Inquiry(others));
        concludeIfAllWereHeard(about);
    }

    void heard(int about, int other, boolean answered) {
        Inquiry inquiry = underWay.get(about);
        if (inquiry != null && inquiry.unheard.remove(other)) {
            inquiry.complete &= answered;
            concludeIfAllWereHeard(about);
        }
    }

    /** Nothing is to be learned about it any more; nor from it for now, but it may be back in a moment. */
    void parted(int node) {
        underWay.remove(node);
        List.copyOf(underWay.keySet()).forEach(about -> heard(about, node, false));
    }

    private void concludeIfAllWereHeard(int about) {
        Inquiry inquiry = underWay.get(about);
        if (inquiry != null && inquiry.unheard.isEmpty()) {
            underWay.remove(about);
            conclusion.reached(about, inquiry.complete);
        }
    }
}
