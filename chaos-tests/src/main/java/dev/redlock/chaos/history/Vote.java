package dev.redlock.chaos.history;

/**
 * For how long a node had given its vote for a resource to one holder, by its own log and its own clock.
 *
 * @param holder {@link #UNSEEN} if nobody could look, so that it may have been anybody's
 * @param token the last token the node stored for the resource meanwhile; 0 if none
 * @param until when it was given back, ended by its ttl, or was forgotten
 * @param promisedUntil the same, but later for a vote that was forgotten: the end of its ttl
 */
public record Vote(String node, String resource, String holder, long token, long from, long until, long promisedUntil) {

    /** Nobody could look: the node was down, or has just come back. */
    public static final String UNSEEN = "";

    public Vote {
        if (until < from || promisedUntil < until) {
            throw new IllegalArgumentException(
                    "a vote of %s from %d until %d, or rather %d".formatted(node, from, until, promisedUntil));
        }
    }

    /** A time in which the node could not be looked at. It is that of all resources. */
    public static Vote unseen(String node, long from, long until) {
        return new Vote(node, "", UNSEEN, 0, from, until, until);
    }

    public boolean isUnseen() {
        return holder.equals(UNSEEN);
    }
}
