package dev.redlock.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a node can answer. Everything that is not a plain yes is no vote. */
public sealed interface NodeReply {

    /** To acquire: the votes are the holder's. */
    record Granted(long value) implements NodeReply {}

    /**
     * To acquire: somebody else has a vote.
     *
     * @param remaining how long that vote lasts on the node's clock
     * @param vote what is stored as the vote, see {@link Claim#ownerOf}
     * @param current the last token this node gave for the name
     * @param waiting how many wait in line, with the one who asked; 0 if that one has not been given a place
     */
    record Denied(Duration remaining, String vote, long current, int waiting) implements NodeReply {

        public Denied(Duration remaining, String vote, long current) {
            this(remaining, vote, current, 0);
        }
    }

    /** To raise and extend: every vote was still the holder's, and it is done. To leave a line: it is done. */
    record Confirmed() implements NodeReply {}

    /** To extend: votes were missing and have been taken again. Counts from the next round on, proves nothing now. */
    record Healed() implements NodeReply {}

    /** To raise and extend: a vote is no longer the holder's. Nothing was changed. */
    record NotHeld() implements NodeReply {}

    /** To release. */
    record Freed(Found found) implements NodeReply {
        public enum Found {
            /** The votes were the holder's, and are gone now. */
            OWN,
            /** A vote had ended by itself. */
            EXPIRED,
            /** A vote belongs to somebody else, and was left alone. */
            FOREIGN
        }
    }

    /** To inspect and force-release: the vote there is, or was. */
    record Seen(Optional<Vote> vote) implements NodeReply {}

    record Votes(List<Vote> votes) implements NodeReply {}

    record Facts(NodeFacts facts) implements NodeReply {}

    /** To mark: what is there now instead of records; empty if there are records, or if this kind of node takes no marks. */
    record Marked(Optional<String> mark) implements NodeReply {}

    /** To admit: the node votes, and has never given a token larger than this. */
    record Admitted(long high) implements NodeReply {}

    record Rotated(boolean done) implements NodeReply {}

    /** No answer, or none that says anything about the lock. */
    record Failed(Cause cause, String detail) implements NodeReply {
        public enum Cause {
            /** There is no connection. The request was not sent. */
            NOT_CONNECTED,
            /** The connection ended while the request was under way. It may have been carried out. */
            DISCONNECTED,
            /** The node did not answer in time. The request may yet be carried out. */
            TIMED_OUT,
            /** The node has restarted or lost its data lately, and may not vote yet. */
            QUARANTINED,
            /** The node may not take part, see the detail. */
            REFUSED,
            /** The node has lost its records; it was admitted before. */
            FORGOTTEN,
            /** The node does not know the script any more. Asking again helps. */
            SCRIPT_MISSING,
            /** The node answered with an error. */
            ERROR
        }

        /** Whether the request certainly never left this process. */
        public boolean notSent() {
            return cause == Cause.NOT_CONNECTED || cause == Cause.QUARANTINED || cause == Cause.REFUSED;
        }
    }

    /**
     * A vote as an inspecting person sees it.
     *
     * @param vote see {@link Claim#holderOf} and {@link Claim#ownerOf}
     * @param token the last token this node gave for the name
     */
    record Vote(String name, String vote, Duration remaining, long token) {}
}
