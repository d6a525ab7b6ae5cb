package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** A history that can be asked for the places where something can go wrong, and changed there. */
record Story(History history) {

    List<Operation> all(Kind kind, Outcome outcome) {
        return history.operations().stream()
                .filter(each -> each.kind() == kind && each.outcome() == outcome)
                .toList();
    }

    List<Operation> grants() {
        return all(Kind.ACQUIRE, Outcome.OK);
    }

    List<Entry> writes() {
        return history.ledger().stream()
                .filter(entry -> entry.type() == Entry.Type.WRITE)
                .toList();
    }

    /** Entries that somebody was told of. */
    List<Entry> confirmed() {
        return writes().stream().filter(entry -> writeOf(entry).ok()).toList();
    }

    Operation writeOf(Entry entry) {
        return history.operations().stream()
                .filter(each -> each.kind() == Kind.WRITE && each.payout().equals(entry.payout()))
                .findFirst()
                .orElseThrow();
    }

    /** The only write of the holder with the newest token at the ledger of its resource, so that nobody overtook it. */
    Operation newestWrite() {
        Entry newest =
                writes().stream().max(Comparator.comparingLong(Entry::token)).orElseThrow();
        return history.operations().stream()
                .filter(each -> each.kind() == Kind.WRITE
                        && each.ok()
                        && each.resource().equals(newest.resource()))
                .max(Comparator.comparingLong(Operation::token))
                .orElseThrow();
    }

    /** Writes of holders that never stood still. */
    List<Operation> writesOfHolders() {
        return all(Kind.WRITE, Outcome.OK).stream().filter(this::awake).toList();
    }

    List<Operation> lossesOfTheAwake() {
        return all(Kind.LOST, Outcome.OK).stream().filter(this::awake).toList();
    }

    long endOf(Operation operation) {
        return holds().stream()
                .filter(hold -> hold.client().equals(operation.client()) && hold.id() == operation.hold())
                .findFirst()
                .orElseThrow()
                .lastValidUntil();
    }

    List<Hold> holds() {
        return Hold.of(history);
    }

    /** Holds for longer than a nanosecond. */
    List<Hold> believers() {
        return holds().stream()
                .filter(hold -> hold.spans().stream().anyMatch(span -> span.until() - span.from() > 1))
                .toList();
    }

    /** When the nodes gave their votes, or were asked to keep them. */
    long begunBy(Operation grant) {
        return grant.kind() == Kind.EXTEND
                ? grant.invokedAt()
                : grants().stream()
                        .filter(each -> each.client().equals(grant.client()) && each.hold() == grant.hold())
                        .mapToLong(Operation::doneAt)
                        .min()
                        .orElseThrow();
    }

    private boolean awake(Operation operation) {
        return history.faults().stream().noneMatch(fault -> fault.pauses(operation.client(), endOf(operation)));
    }

    Story replace(Operation old, Operation changed) {
        List<Operation> operations = new ArrayList<>(history.operations());
        operations.set(operations.indexOf(old), changed);
        return new Story(new History(operations, history.faults(), history.ledger(), history.facts()));
    }

    Story insertAfter(Entry place, Entry added) {
        List<Entry> ledger = new ArrayList<>(history.ledger());
        ledger.add(ledger.indexOf(place) + 1, added);
        return withLedger(ledger);
    }

    Story without(Entry entry) {
        List<Entry> ledger = new ArrayList<>(history.ledger());
        ledger.remove(entry);
        return withLedger(ledger);
    }

    Story facts(UnaryOperator<Facts> change) {
        return new Story(
                new History(history.operations(), history.faults(), history.ledger(), change.apply(history.facts())));
    }

    /** Numbers the entries anew, because their number is their order. */
    private Story withLedger(List<Entry> ledger) {
        List<Entry> numbered = new ArrayList<>();
        for (Entry each : ledger) {
            numbered.add(new Entry(
                    numbered.size() + 1,
                    each.at(),
                    each.type(),
                    each.resource(),
                    each.token(),
                    each.payout(),
                    each.account(),
                    each.amount(),
                    each.client()));
        }
        return new Story(new History(history.operations(), history.faults(), numbered, history.facts()));
    }
}
