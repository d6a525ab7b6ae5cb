package dev.redlock.chaos.history;

import java.util.List;

/**
 * What the nodes themselves say of who had their votes.
 *
 * @param votes of all nodes, in no order
 */
public record Testimony(boolean heard, List<Vote> votes) {

    public static final Testimony NOT_HEARD = new Testimony(false, List.of());

    public Testimony {
        votes = List.copyOf(votes);
    }

    public static Testimony of(List<Vote> votes) {
        return new Testimony(true, votes);
    }
}
