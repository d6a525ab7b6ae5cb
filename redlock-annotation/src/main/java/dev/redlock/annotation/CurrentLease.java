package dev.redlock.annotation;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockedAction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lease under which this thread runs, if it runs in a {@link DistributedLock} method.
 *
 * <p>It belongs to the thread. What a method hands to other threads gets the token as a parameter, or runs in
 * {@link #within}. In a reactive method it is in the context of the subscriber, under the key {@code Lease.class}.
 */
public final class CurrentLease {
    private static final ThreadLocal<@Nullable Frame> FRAMES = new ThreadLocal<>();

    private record Frame(Lease lease, @Nullable Frame outer) {}

    private CurrentLease() {}

    /** The innermost one. */
    public static Optional<Lease> get() {
        Frame frame = FRAMES.get();
        return frame == null ? Optional.empty() : Optional.of(frame.lease());
    }

    /**
     * The token of the innermost one.
     *
     * @throws IllegalStateException if there is none
     */
    public static FencingToken token() {
        return get().orElseThrow(() -> new IllegalStateException(
                        "no lock is held here: the method is not annotated with @DistributedLock, or it was not called"
                                + " through its proxy, or this is another thread than the one it was called on"))
                .token();
    }

    /** The one that holds the lock of this name. */
    public static Optional<Lease> holding(String name) {
        for (Frame frame = FRAMES.get(); frame != null; frame = frame.outer()) {
            if (frame.lease().names().contains(name)) {
                return Optional.of(frame.lease());
            }
        }
        return Optional.empty();
    }

    /** Runs the action with this lease as the current one, for example on another thread. Releases nothing. */
    public static <T extends @Nullable Object, E extends Exception> T within(Lease lease, LockedAction<T, E> action)
            throws E {
        try (Scope scope = enter(lease)) {
            return action.run(scope.lease());
        }
    }

    static Scope enter(Lease lease) {
        Frame outer = FRAMES.get();
        FRAMES.set(new Frame(lease, outer));
        return new Scope(lease, outer);
    }

    record Scope(Lease lease, @Nullable Frame outer) implements AutoCloseable {
        @Override
        public void close() {
            if (outer == null) {
                FRAMES.remove();
            } else {
                FRAMES.set(outer);
            }
        }
    }
}
