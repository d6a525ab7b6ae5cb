package dev.redlock.protocol;

import dev.redlock.node.NodeFacts;
import dev.redlock.time.Tick;
import org.jspecify.annotations.Nullable;

/**
 * What this client knows of a node.
 *
 * @param facts what it said last; null while there is no connection
 * @param readAt when it said so; without a connection, when that was last tried
 * @param firstMet when this client first read its facts; null if it never did
 * @param metEmpty whether it had no records then
 * @param knownRun the process that this client has known as a voter, if any
 * @param suspectSince since when this client has known that the present process has no vote yet
 * @param process the one that was last seen there; null if none ever was
 * @param tried whether the first try to connect has come to an end, either way
 */
public record Knowledge(
        @Nullable NodeFacts facts,
        Tick readAt,
        @Nullable Tick firstMet,
        boolean metEmpty,
        @Nullable String knownRun,
        Tick suspectSince,
        @Nullable Incarnation process,
        boolean tried) {

    /** Before anything is known. */
    public static Knowledge none(Tick now) {
        return new Knowledge(null, now, null, false, null, now, null, false);
    }

    /** After the node has said this. */
    public Knowledge met(NodeFacts said, Tick now) {
        boolean isFirst = firstMet == null;
        boolean sameSuspicion = facts != null
                && facts.runId().equals(said.runId())
                && facts.admission().equals(said.admission())
                && facts.mark().equals(said.mark());
        return new Knowledge(
                said,
                now,
                isFirst ? now : firstMet,
                isFirst ? said.admission().isEmpty() : metEmpty,
                said.isAdmitted() ? said.runId() : knownRun,
                sameSuspicion ? suspectSince : now,
                incarnation(said, now),
                true);
    }

    /** After the connection has ended, or could not be made. */
    public Knowledge parted(Tick now) {
        return new Knowledge(null, now, firstMet, metEmpty, knownRun, suspectSince, process, true);
    }

    /** Whether this client has met another process there before. */
    boolean hasRestartedSinceMet() {
        return process != null && !process.isFirst();
    }

    private Incarnation incarnation(NodeFacts said, Tick now) {
        if (process == null) {
            return new Incarnation(said.runId(), now.minus(said.uptime()), true);
        }
        // Until we last tried, it was the other one that gave the votes, or none: however long this one has run.
        return process.runId().equals(said.runId()) ? process : new Incarnation(said.runId(), readAt, false);
    }

    /**
     * One server process at the address of a node.
     *
     * @param notBefore it has not been the node since before that
     * @param isFirst whether this client has met no other there before
     */
    public record Incarnation(String runId, Tick notBefore, boolean isFirst) {}
}
