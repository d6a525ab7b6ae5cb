package dev.redlock.chaos.history;

import java.util.List;

/**
 * Things that must not be there. Not having looked is not the same as having found nothing.
 *
 * @param found one phrase each, such as {@code node-2 still has the key redlock:{payout-7}}
 */
public record Observation(boolean looked, List<String> found) {

    public static final Observation NOT_LOOKED = new Observation(false, List.of());

    public Observation {
        found = List.copyOf(found);
        if (!looked && !found.isEmpty()) {
            throw new IllegalArgumentException("found without looking: " + found);
        }
    }

    public static Observation found(List<String> found) {
        return new Observation(true, found);
    }
}
