package dev.redlock.chaos.history;

/**
 * What the nodes were asked, and what would have been too much.
 *
 * @param attempts acquisitions, whatever came of them
 * @param commandsPerAttempt the most that is allowed on average, over all nodes
 */
public record Traffic(
        long attempts, long commands, double commandsPerAttempt, long reconnects, long reconnectsAllowed) {

    public static final Traffic NOT_COUNTED = new Traffic(0, 0, 0, 0, 0);
}
