package dev.redlock.chaos.history;

/** What came of an operation, as far as its client knows. */
public enum Outcome {
    OK,
    FAIL,
    /** Nobody knows: the process died, the reply was lost, or the time was up after sending. */
    INFO
}
