package dev.redlock.internal;

import com.google.errorprone.annotations.FormatMethod;
import org.jspecify.annotations.Nullable;

/** Two kinds of wrong: the caller's ({@link #argument}) and ours ({@link #invariant}). */
public final class Check {
    private Check() {}

    @FormatMethod
    public static void argument(boolean holds, String message, @Nullable Object... args) {
        if (!holds) {
            throw new IllegalArgumentException(String.format(message, args));
        }
    }

    /** Stays on in production: a lock that has lost track of its own state must stop, not continue. */
    @FormatMethod
    public static void invariant(boolean holds, String message, @Nullable Object... args) {
        if (!holds) {
            throw new AssertionError(String.format(message, args));
        }
    }

    /** For what is checked all the time: makes no object while it holds. */
    @FormatMethod
    public static void invariant(boolean holds, String message, long number) {
        if (!holds) {
            throw new AssertionError(String.format(message, number));
        }
    }
}
