package dev.redlock.chaos.history;

/**
 * What a lock has to keep in this run.
 *
 * @param exclusive false if the run breaks the timing model on purpose, as by a clock that jumps: overlaps are then counted,
 *     not forbidden
 * @param tellsLoss whether a holder whose lease ends is told so by the lock
 * @param slackNanos the longest stall of the machine in a run without faults; a signal may be this late
 */
public record Promises(boolean exclusive, boolean tellsLoss, long slackNanos) {}
