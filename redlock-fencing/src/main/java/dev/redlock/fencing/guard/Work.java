package dev.redlock.fencing.guard;

/**
 * What is to be done once.
 *
 * @param <R> its result, which a repeated request is given again
 * @param <E> what it throws; then everything is rolled back
 */
@FunctionalInterface
public interface Work<R, E extends Exception> {
    R run(GuardedTransaction transaction) throws E;
}
