package dev.redlock.runtime;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.protocol.AcquireOutcome.Lost;
import java.util.OptionalInt;

/** Where somebody waits in line for a lock that other clients want as well. */
final class PlaceInLine {
    private OptionalInt node = OptionalInt.empty();
    private String blockedBy = "";
    private boolean mayBeThere;
    private boolean isTurn;

    /** The node that has our place, if there is one. */
    OptionalInt node() {
        return node;
    }

    boolean isTaken() {
        return node.isPresent();
    }

    /** Whether something may be kept for us somewhere, so that we have to say who we are. */
    boolean mayBeThere() {
        return mayBeThere;
    }

    void asked() {
        mayBeThere = true;
    }

    /**
     * We were given a place, or still have it.
     *
     * @return whether another holder is in our way than the last time. A line that does not move may have been forgotten
     */
    boolean taken(Lost lost) {
        node = lost.gate();
        String before = blockedBy;
        blockedBy = lost.holder().map(Denied::vote).map(Claim::holderOf).orElse("");
        return !blockedBy.equals(before);
    }

    /** Without having to leave it. */
    void gone() {
        node = OptionalInt.empty();
    }

    /** We were told that it is our turn. */
    void called() {
        gone();
        mayBeThere = true;
        isTurn = true;
    }

    /** Whether we were told since the last time that this was asked. */
    boolean takeTurn() {
        boolean was = isTurn;
        isTurn = false;
        return was;
    }
}
