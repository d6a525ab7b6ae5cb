package dev.redlock.simulation.check;

/** What must hold in every run. */
public enum Property {
    /** Tokens of one name are unique, and grow in the order of real time. */
    TOKEN_ORDER,
    /** A lease that is valid is the only valid one of its name. */
    EXCLUSION,
    /** The resource takes every write of a valid lease, and none of an older one. */
    FENCE,
    /** Whoever may have forgotten a vote does not vote before that vote has ended, as far as anybody can know. */
    QUARANTINE,
    /** Only the holder's own vote is ever extended or deleted. */
    OWN_VOTE,
    /** What nobody holds any more is free again, and nothing is left behind. */
    CLEAN_UP,
    /** When all is well again, everybody gets the lock. */
    LIVENESS,
    /** A request that is carried out twice changes nothing the second time. */
    REPETITION,
    /** A lease is never valid for longer than its votes last, never revived, and not valid when it is given back. */
    VALIDITY,
    /** A holder is told before its lease ends. */
    LOSS_SIGNAL,
    /** Nothing is asked for a claim that was given back. */
    NOTHING_AFTER_RELEASE,
    /** No part of the code under test fails. */
    NO_DEFECT
}
