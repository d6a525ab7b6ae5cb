package dev.redlock.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a node can be asked. Each request is carried out as one atomic step on that node. */
public sealed interface NodeRequest {

    /** Requests about a claim. */
    sealed interface OfClaim extends NodeRequest {
        Claim claim();
    }

    /**
     * Give the votes of all names to the holder, or none.
     *
     * @param proposal the token to give unless the node has to give a larger one
     * @param place for who may have a place in line, or wants one
     */
    record Acquire(Claim claim, Duration ttl, long proposal, Optional<Place> place) implements OfClaim {

        public Acquire(Claim claim, Duration ttl, long proposal) {
            this(claim, ttl, proposal, Optional.empty());
        }
    }

    /**
     * A place in the line of those who wait for a vote. A release keeps the vote for the first of them, for a moment, and
     * tells its client, if that watches its ticket: in place of the holder it is told the name. Not all kinds of node have
     * lines.
     *
     * @param ticket under which a client waits, as long as the id of a holder
     * @param joins whether to get into line if the vote is somebody else's, or only to take what was kept
     */
    record Place(String ticket, boolean joins) {}

    /**
     * Remember that the holder got this token; only while every vote is still the holder's, and has been all the time.
     *
     * @param granted what this node gave to the holder; if it has given more since then, somebody else had the vote in between
     */
    record Raise(Claim claim, long granted, long token) implements OfClaim {}

    /**
     * Start the ttl of the holder's votes anew.
     *
     * @param heal whether votes that are free may be taken again, because the holder still has a quorum
     */
    record Extend(Claim claim, Duration ttl, long token, boolean heal) implements OfClaim {}

    /** Give back the votes that are the holder's, and no others. */
    record Release(Claim claim) implements OfClaim {}

    /** Whoever has this ticket does not wait for any of these names any longer. */
    record LeaveLine(List<String> names, String ticket) implements NodeRequest {}

    /** Take the vote away from whoever has it. For operators. */
    record ForceRelease(String name) implements NodeRequest {}

    record Inspect(String name) implements NodeRequest {}

    /** All votes on this node. */
    record ListVotes() implements NodeRequest {}

    /** Read again what {@link NodeFacts} says. */
    record ReadFacts() implements NodeRequest {}

    /**
     * Remember this, unless there are records or somebody's mark. One node without records looks like another: had it been let
     * vote, voted, and lost its data again between two looks, nobody could tell. But then it has lost the mark as well.
     *
     * @param mark nobody else uses the same
     */
    record Mark(String mark) implements NodeRequest {}

    /**
     * Let the node vote from now on.
     *
     * @param recorded the process that is on record as far as the sender knows, or the mark. If it is neither that nor the
     *     wanted one, the records have been lost since the sender read them, and nothing is done
     * @param wanted what shall be on record: the process that is meant, because another one that has taken its place is not
     *     admitted, and the size of the cluster. Of the largest token and the longest ttl that anybody has heard of, the
     *     node keeps the larger of this and its own
     */
    record Admit(Optional<String> recorded, NodeFacts.Admission wanted) implements NodeRequest {}

    /** Forget the token entries of names, if they were last forgotten at least this long ago. */
    record Rotate(Duration retention) implements NodeRequest {}
}
