package dev.redlock.runtime;

import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names that other clients have lately been seen to want.
 *
 * <p>Nothing depends on this but courtesy: who knows of rivals asks the gate first and does not hand the lock over behind
 * their backs.
 */
final class Rivals {
    private static final Duration LATELY = Duration.ofSeconds(1);

    private static final int FEW = 1024;

    private final Map<String, Tick> seen = new ConcurrentHashMap<>();

    /** Beyond this, whatever is not recent is dropped; grows with what is recent, so that it is not looked for at every call. */
    private volatile int enough = FEW;

    void see(List<String> names, Tick now) {
        if (seen.size() >= enough) {
            seen.values().removeIf(tick -> tick.plus(LATELY).isBefore(now));
            enough = Math.max(FEW, 2 * seen.size());
        }
        names.forEach(name -> seen.put(name, now));
    }

    boolean areThere(List<String> names, Tick now) {
        if (!seen.isEmpty()) {
            for (String name : names) {
                Tick tick = seen.get(name);
                if (tick != null && now.isBefore(tick.plus(LATELY))) {
                    return true;
                }
            }
        }
        return false;
    }
}
