package dev.redlock.simulation.plan;

/**
 * Something that goes wrong, or is done by somebody else.
 *
 * @param at when, in nanoseconds from the start
 * @param client whom it concerns, if anybody
 * @param node which it concerns, if any
 * @param amount how long it lasts, or how far it goes, in nanoseconds
 */
public record Fault(long at, Kind kind, int client, int node, long amount) implements Comparable<Fault> {

    /** What can go wrong. */
    public enum Kind {
        /** A connection breaks; what is under way arrives or not. */
        CUT(Group.NETWORK),
        /** Requests of a client to a node do not arrive, but answers do. */
        HOLD_REQUESTS(Group.PARTITION),
        /** Requests arrive, but their answers do not. */
        HOLD_REPLIES(Group.PARTITION),
        /** Nothing passes between a client and a node. */
        HOLD_BOTH(Group.PARTITION),
        /** A node stands still; its clock does not. */
        FREEZE(Group.SLOW_NODE),
        /** A node answers with errors and does nothing. */
        ERRORS(Group.ERRORS),
        /** A node has lost its scripts: the next request is not carried out. */
        SCRIPT_FLUSH(Group.ERRORS),
        /** What is sent to a node next is carried out twice, at once. */
        REPEAT(Group.RESEND),
        /** What is sent to a node next is carried out once more, later. */
        REPEAT_LATE(Group.RESEND),
        /** A node restarts with all it knew. */
        RESTART(Group.RESTART),
        /** A node restarts empty. */
        RESTART_EMPTY(Group.FORGETTING),
        /** A backup is made, for a restart to come. */
        BACKUP(Group.FORGETTING),
        /** A node restarts with its last backup. */
        RESTORE(Group.FORGETTING),
        /** All data is deleted under the running node. */
        WIPE(Group.FORGETTING),
        /** The token entries of the names are dropped. */
        ROTATE(Group.ROTATION),
        /** A client stands still; its clock does not. */
        PAUSE(Group.PAUSE),
        /** A client is gone, and a new one comes in its place. */
        CRASH(Group.CRASH),
        /** The clock of a node jumps. */
        JUMP(Group.JUMP);

        private final Group group;

        Kind(Group group) {
            this.group = group;
        }

        Group group() {
            return group;
        }

        /** Whether a node may no longer know what it knew. */
        public boolean forgets() {
            return this == RESTART_EMPTY || this == RESTORE || this == WIPE;
        }
    }

    /** Faults that are switched on or off together. */
    enum Group {
        NETWORK,
        PARTITION,
        SLOW_NODE,
        ERRORS,
        RESEND,
        RESTART,
        FORGETTING,
        ROTATION,
        PAUSE,
        CRASH,
        JUMP
    }

    @Override
    public int compareTo(Fault other) {
        return Long.compare(at, other.at);
    }

    @Override
    public String toString() {
        return String.format("%10.3f ms  %s client %d node %d, %.3f ms", at / 1e6, kind, client, node, amount / 1e6);
    }
}
