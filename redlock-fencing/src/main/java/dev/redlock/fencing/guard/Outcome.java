package dev.redlock.fencing.guard;

import dev.redlock.FencingToken;
import dev.redlock.NodeAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of an operation.
 *
 * <p>{@link Done} and {@link AlreadyDone} mean that it is done, once. After {@link Busy}, {@link Unavailable} and
 * {@link Stale} nothing of this attempt was written. After {@link Unknown} it is done or not; the same request with the same
 * key finds out, and does it if it was not done. So every outcome but the first two is answered by trying again later with
 * the same key.
 */
public sealed interface Outcome<R> {

    /** It was done now. */
    record Done<R>(R result, FencingToken token) implements Outcome<R> {}

    /** It had been done before, with this result. */
    record AlreadyDone<R>(R result) implements Outcome<R> {}

    /**
     * Somebody else is at it. Nothing was started.
     *
     * @param owner the label of whoever holds the lock, if that is known
     * @param remaining for how long at most, unless it is renewed
     */
    record Busy<R>(Optional<String> owner, Optional<Duration> remaining) implements Outcome<R> {}

    /**
     * Too few lock nodes answered, or the database did not. Nothing was started.
     *
     * @param nodes what each lock node said; empty if the database is the reason
     */
    record Unavailable<R>(String reason, List<NodeAnswer> nodes) implements Outcome<R> {}

    /** This attempt was overtaken by a newer holder. Nothing was written. */
    record Stale<R>(FencingToken token, FencingToken newest) implements Outcome<R> {}

    /** The database did not confirm the commit: it may be done or not. Trying again with the same key resolves it. */
    record Unknown<R>(Exception cause) implements Outcome<R> {}

    /** Whether the operation is known to be done, now or before. */
    default boolean isDone() {
        return this instanceof Done || this instanceof AlreadyDone;
    }

    /** The result, if it is done. */
    default Optional<R> resultIfDone() {
        if (this instanceof Done<R> done) {
            return Optional.of(done.result());
        }
        return this instanceof AlreadyDone<R> before ? Optional.of(before.result()) : Optional.empty();
    }
}
