package dev.redlock.simulation.exhaustive;

import java.util.Arrays;

/** Worlds that were reached and not yet visited: those with most winners first, and of these the first one that came. */
final class Frontier {
    private final int[][] queues;
    private final int[] heads;
    private final int[] tails;

    Frontier(int mostWinners) {
        queues = new int[mostWinners + 1][1 << 10];
        heads = new int[mostWinners + 1];
        tails = new int[mostWinners + 1];
    }

    void add(int world, int winners) {
        if (tails[winners] == queues[winners].length) {
            makeRoom(winners);
        }
        queues[winners][tails[winners]++] = world;
    }

    boolean isEmpty() {
        return Arrays.equals(heads, tails);
    }

    int next() {
        int winners = heads.length - 1;
        while (heads[winners] == tails[winners]) {
            winners--;
        }
        return queues[winners][heads[winners]++];
    }

    private void makeRoom(int winners) {
        int[] queue = queues[winners];
        int head = heads[winners];
        int length = tails[winners] - head;
        int[] next = head > length ? queue : new int[2 * queue.length];
        System.arraycopy(queue, head, next, 0, length);
        queues[winners] = next;
        heads[winners] = 0;
        tails[winners] = length;
    }
}
