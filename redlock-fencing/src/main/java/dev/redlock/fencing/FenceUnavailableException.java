package dev.redlock.fencing;

/** The fence could not be asked, for example because the database is down. Do not write without it. */
public final class FenceUnavailableException extends RuntimeException {
    public FenceUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
