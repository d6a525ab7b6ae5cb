package dev.redlock.fencing.propagation;

/** The signature is missing or wrong, so the token may come from anybody. It must not even be marked. */
public final class ForgedTokenException extends SecurityException {
    public ForgedTokenException(String message) {
        super(message);
    }
}
