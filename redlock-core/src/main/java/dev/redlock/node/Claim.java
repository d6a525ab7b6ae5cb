package dev.redlock.node;

import java.util.List;

/**
 * Who claims what. The same claim is presented to every node, and again to extend and to release.
 *
 * @param names the lock names, distinct and sorted; one claim takes all of them or none
 * @param holder an unguessable id that is used for one attempt only, {@value #HOLDER_LENGTH} characters long
 * @param owner a readable text for people who inspect the lock
 */
public record Claim(List<String> names, String holder, String owner) {

    /** 128 random bits in URL-safe Base64. The length is fixed so that a vote can be split without an escape. */
    public static final int HOLDER_LENGTH = 22;

    private static final char SEPARATOR = '\t';

    /** What a node puts in its place when somebody has asked for the vote in vain. */
    private static final char WANTED = '!';

    /** What a node puts in its place if it keeps the vote for somebody, who then is no holder. */
    private static final char KEPT = '?';

    public Claim {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a claim needs at least one name");
        }
        if (holder.length() != HOLDER_LENGTH) {
            throw new IllegalArgumentException(
                    "a holder id has " + HOLDER_LENGTH + " characters, got " + holder.length());
        }
    }

    /** What a node stores as its vote: the holder first, so that a script can compare it, then the text for people. */
    public String vote() {
        return holder + SEPARATOR + owner;
    }

    /** The holder id in a vote. A vote that we did not write is its own holder: it is respected, and never ours. */
    public static String holderOf(String vote) {
        return isOurs(vote) ? vote.substring(0, HOLDER_LENGTH) : vote;
    }

    /** The readable text in a vote. */
    public static String ownerOf(String vote) {
        return isOurs(vote) ? vote.substring(HOLDER_LENGTH + 1) : "";
    }

    /** What a node stores in place of a vote that it keeps for the client with this ticket. */
    public static String keptFor(String ticket) {
        return ticket + KEPT + "the next in line";
    }

    /** Whether this is no vote: the node keeps it for somebody who waits. */
    public static boolean isKept(String vote) {
        return separates(vote, KEPT);
    }

    /** Whether somebody has asked a node for this vote in vain since the node gave it. */
    public static boolean isWanted(String vote) {
        return separates(vote, WANTED);
    }

    /** The same vote, once somebody has asked for it in vain. One that is kept, or that we did not write, stays as it is. */
    public static String wanted(String vote) {
        return separates(vote, SEPARATOR) ? holderOf(vote) + WANTED + ownerOf(vote) : vote;
    }

    /** The vote as the node gave it. That others want it is the node's own affair, and nothing that it tells. */
    public static String asGiven(String vote) {
        return isWanted(vote) ? holderOf(vote) + SEPARATOR + ownerOf(vote) : vote;
    }

    private static boolean isOurs(String vote) {
        return separates(vote, SEPARATOR) || isWanted(vote) || isKept(vote);
    }

    private static boolean separates(String vote, char separator) {
        return vote.length() > HOLDER_LENGTH && vote.charAt(HOLDER_LENGTH) == separator;
    }
}
