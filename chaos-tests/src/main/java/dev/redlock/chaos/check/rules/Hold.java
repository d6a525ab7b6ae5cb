package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * All that one client did in one attempt to hold one resource.
 *
 * @param operations in the order in which they are written in the history
 */
record Hold(String client, long id, String resource, List<Operation> operations) {

    /** The holder may believe from {@code from}, until just before {@code until}, that it is alone. */
    record Span(Hold hold, long from, long until, long token) {

        /** The same, for a reader. */
        String who() {
            return Inquiry.who(hold.client, token);
        }
    }

    private record Key(String client, long id, String resource) {}

    static List<Hold> of(History history) {
        Map<Key, List<Operation>> byHold = new LinkedHashMap<>();
        for (Operation operation : history.operations()) {
            Key key = new Key(operation.client(), operation.hold(), operation.resource());
            byHold.computeIfAbsent(key, unused -> new ArrayList<>()).add(operation);
        }
        List<Hold> holds = new ArrayList<>(byHold.size());
        byHold.forEach((key, operations) -> holds.add(new Hold(key.client, key.id, key.resource, operations)));
        return holds;
    }

    Stream<Operation> grants() {
        return operations.stream()
                .filter(Operation::ok)
                .filter(each -> each.kind() == Kind.ACQUIRE || each.kind() == Kind.EXTEND);
    }

    Stream<Operation> all(Kind kind) {
        return operations.stream().filter(each -> each.kind() == kind);
    }

    /** One span for the grant and one for each extension; they may overlap each other, being of the same hold. */
    List<Span> spans() {
        long end = endsAt();
        return grants().map(grant -> {
                    long until = grant.validUntil() > 0 ? Math.min(end, grant.validUntil()) : end;
                    return new Span(this, grant.doneAt(), until, grant.token());
                })
                .filter(span -> span.from < span.until)
                .toList();
    }

    /** What the holder knew at that moment of its own validity; 0 if nothing. */
    long validUntil(long at) {
        return grants().filter(grant -> grant.doneAt() <= at)
                .mapToLong(Operation::validUntil)
                .max()
                .orElse(0);
    }

    /** The end of the last validity it was ever told of; 0 if none. */
    long lastValidUntil() {
        return grants().mapToLong(Operation::validUntil).max().orElse(0);
    }

    /**
     * When it stopped believing: it began to release (the outermost time, if the lock is reentrant) or was told. If the lock
     * does not say how long it is valid and neither happened, its last deed shows how long it believed.
     */
    private long endsAt() {
        long acquired = all(Kind.ACQUIRE).filter(Operation::ok).count();
        LongStream released =
                all(Kind.RELEASE).mapToLong(Operation::invokedAt).sorted().skip(Math.max(0, acquired - 1));
        LongStream told = all(Kind.LOST).mapToLong(Operation::invokedAt);
        return LongStream.concat(released, told).min().orElseGet(this::lastDeed);
    }

    private long lastDeed() {
        return lastValidUntil() > 0
                ? Long.MAX_VALUE
                : operations.stream().mapToLong(Operation::invokedAt).max().orElse(0);
    }
}
