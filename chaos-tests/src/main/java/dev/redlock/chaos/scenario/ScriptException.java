package dev.redlock.chaos.scenario;

/** A run did not go as its script says, so that nothing was shown. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScriptException(String message) {
        super(message);
    }
}
