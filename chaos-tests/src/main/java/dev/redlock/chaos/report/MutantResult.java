package dev.redlock.chaos.report;

import java.util.List;

/**
 * What became of one mistake that was put into the lock.
 *
 * @param killedBy the scenarios that caught it; empty if it survived
 */
public record MutantResult(String id, String title, List<String> killedBy) {

    public MutantResult {
        killedBy = List.copyOf(killedBy);
    }

    public boolean survived() {
        return killedBy.isEmpty();
    }
}
