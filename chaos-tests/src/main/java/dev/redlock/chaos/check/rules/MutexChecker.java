package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Validity windows of different holds of one resource are disjoint. Where a run breaks the timing model on purpose, overlaps
 * are counted and not forbidden: there the fence has to save the money.
 */
final class MutexChecker implements Checker {

    @Override
    public String id() {
        return "INV-MUTEX";
    }

    @Override
    public String promise() {
        return "No two clients believe at the same time that they hold the same resource.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        for (List<Hold.Span> spans : byResource(history).values()) {
            Latest latest = new Latest();
            for (Hold.Span span : inquiry.sorted(spans, Comparator.comparingLong(Hold.Span::from))) {
                inquiry.step();
                Optional<Hold.Span> earlier = latest.ofAnotherHold(span);
                earlier.ifPresent(unused -> inquiry.look());
                earlier.filter(each -> each.until() > span.from())
                        .ifPresent(each -> tell(inquiry, history, each, span));
                latest.add(span);
            }
        }
        return inquiry.closed();
    }

    private static Map<String, List<Hold.Span>> byResource(History history) {
        Map<String, List<Hold.Span>> spans = new TreeMap<>();
        for (Hold hold : Hold.of(history)) {
            spans.computeIfAbsent(hold.resource(), unused -> new ArrayList<>()).addAll(hold.spans());
        }
        return spans;
    }

    private static void tell(Inquiry inquiry, History history, Hold.Span earlier, Hold.Span later) {
        if (!history.facts().promises().exclusive()) {
            inquiry.count(Counters.OVERLAP);
            return;
        }
        inquiry.violation(
                later.hold().resource(),
                later.from(),
                "%s both believed that they hold %s for %s: the first had it until %s, the second from %s on.",
                earlier.hold().client().equals(later.hold().client())
                        ? "Two attempts of " + later.hold().client()
                        : earlier.who() + " and " + later.who(),
                later.hold().resource(),
                Inquiry.span(Math.min(earlier.until(), later.until()) - later.from()),
                inquiry.at(earlier.until()),
                inquiry.at(later.from()));
    }

    /** Of all spans so far, the one that ends last, and the one that ends last among those of all other holds. */
    private static final class Latest {

        private Optional<Hold.Span> first = Optional.empty();
        private Optional<Hold.Span> second = Optional.empty();

        Optional<Hold.Span> ofAnotherHold(Hold.Span span) {
            return isOf(first, span.hold()) ? second : first;
        }

        void add(Hold.Span span) {
            if (isOf(first, span.hold())) {
                first = later(first, span);
            } else if (endsLater(first, span)) {
                second = first;
                first = Optional.of(span);
            } else {
                second = later(second, span);
            }
        }

        private static Optional<Hold.Span> later(Optional<Hold.Span> known, Hold.Span span) {
            return endsLater(known, span) ? Optional.of(span) : known;
        }

        private static boolean endsLater(Optional<Hold.Span> known, Hold.Span span) {
            return known.isEmpty() || span.until() > known.get().until();
        }

        /** By identity: there is one hold object for each hold. */
        @SuppressWarnings("ReferenceEquality")
        private static boolean isOf(Optional<Hold.Span> known, Hold hold) {
            return known.isPresent() && known.get().hold() == hold;
        }
    }
}
