package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks the same question as the token checker in the most literal way, after Wing and Gong: is there any order of the grants,
 * none of them before one that was done when it began, in which a mutex with fencing tokens gives exactly these tokens? Tries
 * them all, so it is for short histories only.
 */
final class FencedMutexSearch {

    private FencedMutexSearch() {}

    static boolean explains(List<Operation> grants) {
        return explains(new ArrayList<>(grants), 0);
    }

    private static boolean explains(List<Operation> open, long lastToken) {
        if (open.isEmpty()) {
            return true;
        }
        for (Operation candidate : List.copyOf(open)) {
            if (mayBeNext(candidate, open) && candidate.token() > lastToken) {
                List<Operation> rest = new ArrayList<>(open);
                rest.remove(candidate);
                if (explains(rest, candidate.token())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean mayBeNext(Operation candidate, List<Operation> open) {
        return open.stream().noneMatch(other -> other.doneAt() < candidate.invokedAt());
    }
}
