package dev.redlock.simulation.exhaustive;

import java.util.Arrays;

/** Numbers by key, without an object for either. Keys are not negative. */
final class LongMap {
    static final long NONE = -1;

    private long[] keys = new long[1 << 12];
    private long[] values = new long[1 << 12];
    private int size;

    LongMap() {
        Arrays.fill(keys, NONE);
    }

    long get(long key) {
        return values[slot(key)];
    }

    boolean contains(long key) {
        return keys[slot(key)] == key;
    }

    void put(long key, long value) {
        int slot = slot(key);
        if (keys[slot] == NONE) {
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
        if (size * 2 > keys.length) {
            grow();
        }
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & (keys.length - 1);
        while (keys[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[oldKeys.length * 2];
        Arrays.fill(keys, NONE);
        for (int at = 0; at < oldKeys.length; at++) {
            if (oldKeys[at] != NONE) {
                int slot = slot(oldKeys[at]);
                keys[slot] = oldKeys[at];
                values[slot] = oldValues[at];
            }
        }
    }
}
