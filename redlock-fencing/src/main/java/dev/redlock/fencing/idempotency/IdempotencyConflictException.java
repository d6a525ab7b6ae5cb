package dev.redlock.fencing.idempotency;

/** The key was used before for another request. Whoever sends it has mixed up two requests. */
public final class IdempotencyConflictException extends RuntimeException {
    private final String id;

    IdempotencyConflictException(String id) {
        super("'" + id + "' was used before with another request; a new request needs a new key");
        this.id = id;
    }

    /** {@code idempotency:OPERATION:KEY}. */
    public String id() {
        return id;
    }
}
