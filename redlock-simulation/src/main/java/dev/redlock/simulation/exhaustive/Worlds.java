package dev.redlock.simulation.exhaustive;

import java.util.Arrays;

/** The worlds that were reached, in the order of reaching, each with the way it was reached. A world is two numbers. */
final class Worlds {
    static final int NONE = -1;

    private long[] nodes = new long[1 << 12];
    private long[] contenders = new long[1 << 12];
    private int[] from = new int[1 << 12];
    private int[] events = new int[1 << 12];
    private int[] slots = new int[1 << 13];
    private int size;

    Worlds() {
        Arrays.fill(slots, NONE);
    }

    int size() {
        return size;
    }

    long nodes(int index) {
        return nodes[index];
    }

    long contenders(int index) {
        return contenders[index];
    }

    int from(int index) {
        return from[index];
    }

    int event(int index) {
        return events[index];
    }

    /** Returns whether it is new. */
    boolean add(long nodePart, long contenderPart, int previous, int event) {
        int slot = slot(nodePart, contenderPart);
        if (slots[slot] != NONE) {
            return false;
        }
        if (size == nodes.length) {
            grow();
            slot = slot(nodePart, contenderPart);
        }
        nodes[size] = nodePart;
        contenders[size] = contenderPart;
        from[size] = previous;
        events[size] = event;
        slots[slot] = size++;
        return true;
    }

    private int slot(long nodePart, long contenderPart) {
        long mixed = (nodePart * 0x9E3779B97F4A7C15L ^ contenderPart) * 0xC2B2AE3D27D4EB4FL;
        int slot = (int) (mixed >>> 32) & (slots.length - 1);
        while (slots[slot] != NONE && (nodes[slots[slot]] != nodePart || contenders[slots[slot]] != contenderPart)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private void grow() {
        nodes = Arrays.copyOf(nodes, 2 * size);
        contenders = Arrays.copyOf(contenders, 2 * size);
        from = Arrays.copyOf(from, 2 * size);
        events = Arrays.copyOf(events, 2 * size);
        slots = new int[4 * size];
        Arrays.fill(slots, NONE);
        for (int index = 0; index < size; index++) {
            slots[slot(nodes[index], contenders[index])] = index;
        }
    }
}
