package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tokens of one resource are distinct and grow in real time: a grant that began after another one was done has the larger
 * token. Within one hold the token never changes. Grants that overlap in time may have their tokens in either order, and an
 * attempt of unknown outcome may have used one up.
 */
final class TokenChecker implements Checker {

    @Override
    public String id() {
        return "INV-TOKEN";
    }

    @Override
    public String promise() {
        return "No two grants of a resource share a token, and a later grant always has the larger one.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Map<String, List<Operation>> firstGrants = new TreeMap<>();
        for (Hold hold : Hold.of(history)) {
            grantOf(inquiry, hold)
                    .ifPresent(grant -> firstGrants
                            .computeIfAbsent(hold.resource(), unused -> new ArrayList<>())
                            .add(grant));
        }
        for (List<Operation> grants : firstGrants.values()) {
            distinct(inquiry, grants);
            increasing(inquiry, grants);
        }
        return inquiry.closed();
    }

    /** The grant that began the hold, if it has a token; all others of the same hold must have the same. */
    private static Optional<Operation> grantOf(Inquiry inquiry, Hold hold) {
        Optional<Operation> first = hold.grants()
                .filter(grant -> grant.kind() == Kind.ACQUIRE && grant.token() > 0)
                .findFirst();
        first.ifPresent(grant -> hold.grants()
                .filter(each -> each.token() > 0 && each.token() != grant.token())
                .forEach(each -> inquiry.violation(
                        each.resource(),
                        each.doneAt(),
                        "%s held %s with token %d and %s it with token %d at %s.",
                        each.client(),
                        each.resource(),
                        grant.token(),
                        each.kind() == Kind.EXTEND ? "extended" : "re-entered",
                        each.token(),
                        inquiry.at(each.doneAt()))));
        return first;
    }

    private static void distinct(Inquiry inquiry, List<Operation> grants) {
        Map<Long, Operation> byToken = new HashMap<>();
        for (Operation grant : grants) {
            inquiry.step();
            inquiry.look();
            Operation other = byToken.putIfAbsent(grant.token(), grant);
            if (other != null) {
                inquiry.violation(
                        grant.resource(),
                        grant.doneAt(),
                        "%s and %s were both given token %d of %s, at %s and at %s.",
                        other.client(),
                        grant.client(),
                        grant.token(),
                        grant.resource(),
                        inquiry.at(other.doneAt()),
                        inquiry.at(grant.doneAt()));
            }
        }
    }

    /** Walks along the beginnings, with the largest token among all grants that were done strictly before. */
    private static void increasing(Inquiry inquiry, List<Operation> grants) {
        List<Operation> byDone = inquiry.sorted(grants, Comparator.comparingLong(Operation::doneAt));
        int done = 0;
        Operation largest = null;
        for (Operation grant : inquiry.sorted(grants, Comparator.comparingLong(Operation::invokedAt))) {
            while (done < byDone.size() && byDone.get(done).doneAt() < grant.invokedAt()) {
                inquiry.step();
                Operation next = byDone.get(done++);
                largest = largest == null || next.token() > largest.token() ? next : largest;
            }
            if (largest != null && grant.token() < largest.token()) {
                inquiry.violation(
                        grant.resource(),
                        grant.doneAt(),
                        "%s was given token %d of %s at %s, although %s had been given the larger token %d %s before it"
                                + " even asked.",
                        grant.client(),
                        grant.token(),
                        grant.resource(),
                        inquiry.at(grant.doneAt()),
                        largest.client(),
                        largest.token(),
                        Inquiry.span(grant.invokedAt() - largest.doneAt()));
            }
        }
    }
}
