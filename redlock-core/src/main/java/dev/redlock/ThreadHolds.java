package dev.redlock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread holds which name through a {@link ReentrantView}, and how often. */
final class ThreadHolds {
    private final Map<Key, Hold> holds = new ConcurrentHashMap<>();

    private record Key(String name, Thread thread) {}

    record Hold(Lease lease, int count) {}

    @Nullable
    Hold get(String name) {
        return holds.get(new Key(name, Thread.currentThread()));
    }

    void put(String name, Hold hold) {
        holds.put(new Key(name, Thread.currentThread()), hold);
    }

    void remove(String name) {
        holds.remove(new Key(name, Thread.currentThread()));
    }
}
