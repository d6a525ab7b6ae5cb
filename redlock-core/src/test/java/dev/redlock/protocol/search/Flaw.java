package dev.redlock.protocol.search;

/** A mistake that a lock like this one could contain. The search must find what comes of each, or it proves nothing. */
enum Flaw {
    NONE,
    /** The largest value of a majority is taken for the token without being stored on a majority. */
    WON_BY_VOTES_ALONE,
    /** A node that fails is taken for one that has given what was proposed. */
    FAILURE_COUNTS_AS_VOTE,
    /** A vote that comes late, with a value above the token, is taken for a store of the token. */
    LATE_LARGER_VOTE_COUNTS,
    /** A node stores a token for a holder whose vote has ended. */
    RAISE_WITHOUT_VOTE,
    /** A node says that it has stored a token, and has not. */
    RAISE_NOT_REMEMBERED,
    /** A node gives a value that it has given before. */
    VALUE_GIVEN_AGAIN,
    /** A node forgets the last value when the vote ends, as if both were one key with a ttl. */
    VALUE_ENDS_WITH_VOTE
}
