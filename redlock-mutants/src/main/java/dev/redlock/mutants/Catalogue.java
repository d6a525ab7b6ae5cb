package dev.redlock.mutants;

import java.util.List;
import java.util.stream.Stream;

/**
 * All defects. Those up to M28 are the classic ones of locks like this; those from M29 on are particular to ours.
 *
 * <p>M15 to M17 and M24 are defects of a ledger, and M28 is a ledger without a lock: whoever tests one has them.
 */
public final class Catalogue {
    private Catalogue() {}

    public static List<Mutant> all() {
        return Stream.of(VotingMutants.ALL, TokenMutants.ALL, LeaseMutants.ALL, ClientMutants.ALL)
                .flatMap(List::stream)
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .toList();
    }

    public static Mutant byId(String id) {
        return all().stream()
                .filter(mutant -> mutant.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no mutant " + id));
    }
}
