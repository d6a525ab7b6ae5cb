package dev.redlock.fencing.memory;

import dev.redlock.FencingToken;
import dev.redlock.fencing.Fence;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.internal.Names;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A fence for data in the memory of this process, and for tests. It forgets everything when the process ends. */
public final class InMemoryFence implements Fence {
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    public InMemoryFence() {}

    /** Whoever holds its monitor is the only one who compares or writes. */
    private static final class Gate {
        private @Nullable FencingToken newest;

        private void pass(String resource, FencingToken token) {
            FencingToken seen = newest;
            if (seen != null && token.compareTo(seen) < 0) {
                throw new StaleTokenException(resource, token, seen);
            }
            newest = token;
        }
    }

    @Override
    public void mark(String resource, FencingToken token) {
        write(resource, token, () -> true);
    }

    /**
     * Writes if the token is not stale. Writes to one resource come one after another, so no smaller token gets in between
     * the comparison and the write.
     *
     * @throws StaleTokenException if the resource has seen a larger token; nothing was written
     */
    public <T extends @Nullable Object> T write(String resource, FencingToken token, Supplier<T> write) {
        Objects.requireNonNull(token, "token");
        Gate gate = gates.computeIfAbsent(Names.resource(resource), unused -> new Gate());
        synchronized (gate) {
            gate.pass(resource, token);
            return write.get();
        }
    }

    @Override
    public Optional<FencingToken> newest(String resource) {
        Gate gate = gates.get(Names.resource(resource));
        if (gate == null) {
            return Optional.empty();
        }
        synchronized (gate) {
            return Optional.ofNullable(gate.newest);
        }
    }
}
