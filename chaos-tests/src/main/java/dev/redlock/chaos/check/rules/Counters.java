package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Promises;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happened how often. A scenario names those that must not be zero, or it has shown nothing. */
public final class Counters {

    public static final String GRANTS = "grants";
    public static final String REFUSED_ATTEMPTS = "attempts without the lock";
    public static final String UNKNOWN = "unknown outcomes";
    public static final String WRITES = "writes in the ledger";
    public static final String WROTE_AFTER_EXPIRY = "holder wrote after expiry";
    public static final String STALE_REFUSED = "stale writes refused";
    public static final String TOKEN_GAPS = "token gaps";
    public static final String OVERLAP = "overlaps of belief";
    public static final String VOTES = "votes seen at the nodes";
    public static final String UNBACKED = "beliefs without a majority";
    public static final String OVERLAP_OF_VOTES = "majorities within the belief of another";
    public static final String LOSSES_TOLD = "losses told";
    public static final String FAULTS = "faults";

    private Counters() {}

    /** Those that the history shows, and those that the rig has counted. */
    public static Map<String, Long> of(History history) {
        Map<String, Long> counters = new TreeMap<>(history.facts().seen());
        List<Operation> all = history.operations();
        counters.put(GRANTS, count(all, Kind.ACQUIRE, Outcome.OK));
        counters.put(REFUSED_ATTEMPTS, count(all, Kind.ACQUIRE, Outcome.FAIL));
        counters.put(
                UNKNOWN,
                all.stream().filter(each -> each.outcome() == Outcome.INFO).count());
        counters.put(
                STALE_REFUSED, all.stream().filter(Operation::refusedAsStale).count());
        counters.put(LOSSES_TOLD, count(all, Kind.LOST, Outcome.OK));
        counters.put(
                WRITES,
                history.ledger().stream()
                        .filter(entry -> entry.type() == Entry.Type.WRITE)
                        .count());
        counters.put(FAULTS, (long) history.faults().size());
        counters.put(WROTE_AFTER_EXPIRY, writesAfterExpiry(history));
        counters.put(TOKEN_GAPS, tokenGaps(history));
        counters.put(OVERLAP, overlaps(history));
        if (history.facts().testimony().heard()) {
            counters.put(VOTES, votesSeen(history));
        }
        return counters;
    }

    private static long count(List<Operation> operations, Kind kind, Outcome outcome) {
        return operations.stream()
                .filter(each -> each.kind() == kind && each.outcome() == outcome)
                .count();
    }

    /** Writes that were begun, or answered, when the lease under which they were sent was over. */
    private static long writesAfterExpiry(History history) {
        return Hold.of(history).stream()
                .mapToLong(hold -> hold.all(Kind.WRITE)
                        .filter(write -> {
                            long end = hold.validUntil(write.invokedAt());
                            long last = write.outcome() == Outcome.INFO ? write.invokedAt() : write.doneAt();
                            return end > 0 && last > end;
                        })
                        .count())
                .sum();
    }

    private static long tokenGaps(History history) {
        Map<String, List<Long>> tokens = new TreeMap<>();
        history.operations().stream()
                .filter(each -> each.kind() == Kind.ACQUIRE && each.ok() && each.token() > 0)
                .forEach(each -> tokens.computeIfAbsent(each.resource(), unused -> new ArrayList<>())
                        .add(each.token()));
        long gaps = 0;
        for (List<Long> ofResource : tokens.values()) {
            Collections.sort(ofResource);
            for (int i = 1; i < ofResource.size(); i++) {
                gaps += ofResource.get(i) - ofResource.get(i - 1) > 1 ? 1 : 0;
            }
        }
        return gaps;
    }

    private static long votesSeen(History history) {
        return history.facts().testimony().votes().stream()
                .filter(vote -> !vote.isUnseen())
                .count();
    }

    /** As the mutex checker counts them where they are allowed. */
    private static long overlaps(History history) {
        Promises promises = history.facts().promises();
        Facts lenient =
                Facts.of(history.facts().setup(), new Promises(false, promises.tellsLoss(), promises.slackNanos()));
        History allowed = new History(history.operations(), history.faults(), history.ledger(), lenient);
        return new MutexChecker().check(allowed).counted().getOrDefault(OVERLAP, 0L);
    }
}
