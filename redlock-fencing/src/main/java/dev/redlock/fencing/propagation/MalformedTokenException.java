package dev.redlock.fencing.propagation;

/** What came with a call is not a token of a lock. The fault is the sender's. */
public final class MalformedTokenException extends IllegalArgumentException {
    public MalformedTokenException(String message) {
        super(message);
    }
}
