package dev.redlock.chaos.check;

/** What a checker, and in the end a whole run, says. */
public enum Verdict {
    SAFE,
    VIOLATED,
    /** Nothing happened that could have gone wrong, so that nothing was shown. */
    VACUOUS
}
