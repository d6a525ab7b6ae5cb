package dev.redlock.fencing.propagation;

/** Writes a text into whatever carries a call. */
@FunctionalInterface
public interface TextMapSetter<C> {
    void set(C carrier, String key, String value);
}
