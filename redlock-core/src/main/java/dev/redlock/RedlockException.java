package dev.redlock;

/** Something about a lock that the caller should know. Mistakes in the call itself are {@link IllegalArgumentException}. */
public abstract class RedlockException extends RuntimeException {
    RedlockException(String message) {
        super(message);
    }
}
