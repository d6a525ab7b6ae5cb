package dev.redlock.chaos.history;

import java.util.List;

/**
 * Everything that is known about one run.
 *
 * @param ledger in commit order
 */
public record History(List<Operation> operations, List<Fault> faults, List<Entry> ledger, Facts facts) {

    public History {
        operations = List.copyOf(operations);
        faults = List.copyOf(faults);
        ledger = List.copyOf(ledger);
    }

    /** The first thing that happened, from which the report counts its seconds; 0 if nothing did. */
    public long startedAt() {
        long first = operations.stream().mapToLong(Operation::invokedAt).min().orElse(Long.MAX_VALUE);
        first = Math.min(first, faults.stream().mapToLong(Fault::from).min().orElse(Long.MAX_VALUE));
        first = Math.min(first, ledger.stream().mapToLong(Entry::at).min().orElse(Long.MAX_VALUE));
        return first == Long.MAX_VALUE ? 0 : first;
    }
}
