package dev.redlock;

/**
 * How this client sees one node at this moment.
 *
 * @param node its address
 * @param detail for people
 */
public record NodeHealth(String node, State state, String detail) {

    /** Whether a node takes part. */
    public enum State {
        /** It is asked for its vote. */
        VOTES,
        /** It may have forgotten votes, and is not asked for any until that can do no harm. */
        QUARANTINED,
        /** There is no connection. */
        DOWN,
        /** It cannot take part until somebody changes the set-up. */
        REFUSED,
        /** It is being looked at. */
        UNDECIDED
    }
}
