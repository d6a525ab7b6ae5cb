package dev.redlock.fencing.guard;

/** Stands around every operation, for tracing. It must run the step once, and pass on what comes out of it. */
public interface OperationObserver {

    /** The operation itself. */
    @FunctionalInterface
    interface Step<R, E extends Exception> {
        Outcome<R> run() throws E;
    }

    <R, E extends Exception> Outcome<R> observe(String operation, String key, Step<R, E> step) throws E;
}
