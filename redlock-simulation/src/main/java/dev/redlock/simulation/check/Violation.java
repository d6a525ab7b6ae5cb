package dev.redlock.simulation.check;

/** Something that must never happen has happened. */
public record Violation(Property property, String what, long atNanos) {
    @Override
    public String toString() {
        return String.format("%s at %.3f ms: %s", property, atNanos / 1e6, what);
    }
}
