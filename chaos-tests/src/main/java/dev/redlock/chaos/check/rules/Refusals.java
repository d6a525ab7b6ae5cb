package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Whether each refusal of a fence was deserved: somebody with a newer token, or another client with the same one, must have
 * been at the ledger by then.
 */
final class Refusals {

    private record Holder(String resource, long token) {}

    private final Inquiry inquiry;
    private final History history;
    private final Map<Holder, Long> firstSeen = new HashMap<>();
    private final Map<Holder, String> firstClient = new HashMap<>();
    private final Map<String, NavigableMap<Long, Long>> newestByTime = new HashMap<>();

    Refusals(Inquiry inquiry, History history) {
        this.inquiry = inquiry;
        this.history = history;
    }

    void judge() {
        history.operations().stream().filter(Refusals::reachesLedger).forEach(this::sent);
        history.ledger().forEach(this::committed);
        newestByTime.values().forEach(Refusals::keepRunningMaximum);
        history.operations().stream()
                .filter(Refusals::reachesLedger)
                .filter(Operation::refusedAsStale)
                .forEach(this::judge);
    }

    private static boolean reachesLedger(Operation operation) {
        return operation.kind() == Kind.MARK || operation.kind() == Kind.WRITE;
    }

    /** The ledger may have known a token since somebody sent it, which can be long before it says it committed. */
    private void sent(Operation operation) {
        firstSeen.merge(new Holder(operation.resource(), operation.token()), operation.invokedAt(), Math::min);
    }

    private void committed(Entry entry) {
        Holder holder = new Holder(entry.resource(), entry.token());
        firstClient.putIfAbsent(holder, entry.client());
        long seen = Math.min(entry.at(), firstSeen.getOrDefault(holder, entry.at()));
        newestByTime
                .computeIfAbsent(entry.resource(), unused -> new TreeMap<>())
                .merge(seen, entry.token(), Math::max);
    }

    private static void keepRunningMaximum(NavigableMap<Long, Long> byTime) {
        long[] newest = {0};
        byTime.replaceAll((time, token) -> newest[0] = Math.max(newest[0], token));
    }

    private void judge(Operation refused) {
        inquiry.look();
        NavigableMap<Long, Long> byTime = newestByTime.getOrDefault(refused.resource(), new TreeMap<>());
        Map.Entry<Long, Long> newest = byTime.floorEntry(refused.doneAt());
        String first = firstClient.getOrDefault(new Holder(refused.resource(), refused.token()), refused.client());
        boolean overtaken = newest != null && newest.getValue() > refused.token();
        if (!overtaken && first.equals(refused.client())) {
            inquiry.violation(
                    refused.resource(),
                    refused.doneAt(),
                    "The ledger refused %s of %s as stale at %s, although nobody with a newer token had been there.",
                    refused.kind() == Kind.MARK ? "the mark" : "a write",
                    Inquiry.who(refused),
                    inquiry.at(refused.doneAt()));
        }
    }
}
