package dev.redlock.fencing.propagation;

import org.jspecify.annotations.Nullable;

/** Reads a text from whatever carries a call. */
@FunctionalInterface
public interface TextMapGetter<C> {
    /** Null if there is none of this name. */
    @Nullable
    String get(C carrier, String key);
}
