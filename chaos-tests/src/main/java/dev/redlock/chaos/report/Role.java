package dev.redlock.chaos.report;

/** Why a run was made. */
public enum Role {
    /** No fault: must be safe, or the harness itself is broken. */
    CONTROL,
    OURS,
    /** Our lock with one mistake put in: must be caught. */
    MUTANT,
    /** Somebody else's lock, or none at all, under the same faults. */
    PEER
}
