package dev.redlock.fencing.guard;

import dev.redlock.FencingToken;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.guard.Outcome.AlreadyDone;
import dev.redlock.fencing.guard.Outcome.Busy;
import dev.redlock.fencing.guard.Outcome.Done;
import dev.redlock.fencing.guard.Outcome.Stale;
import dev.redlock.fencing.guard.Outcome.Unavailable;
import dev.redlock.fencing.guard.Outcome.Unknown;
import dev.redlock.fencing.idempotency.Fingerprint;
import dev.redlock.fencing.idempotency.IdempotencyKey;
import dev.redlock.fencing.idempotency.JdbcIdempotency;
import dev.redlock.fencing.internal.OpenTransaction;
import dev.redlock.fencing.internal.SqlStates;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** What is done once the lock is held. */
record Attempt(
        DataSource dataSource,
        JdbcFence fence,
        JdbcIdempotency idempotency,
        String name,
        FencingToken token,
        IdempotencyKey key,
        Fingerprint fingerprint) {

    /*
     * Why the mark and the check
     * --------------------------
     * The check in the transaction would refuse older holders as well, but only once this transaction has begun, and not
     * any more if it is rolled back. The mark commits at once: from then on an older holder is refused whatever becomes of
     * this attempt.
     *
     * Why the check comes first
     * -------------------------
     * It waits for whoever is in a transaction on the same name. What is read after it is what that one has committed, its
     * idempotency key included.
     */

    <R, E extends Exception> Outcome<R> run(ResultCodec<R> codec, Work<R, E> work) throws E {
        try {
            fence.mark(name, token);
        } catch (StaleTokenException stale) {
            return new Stale<>(stale.token(), stale.newest());
        } catch (FenceUnavailableException e) {
            return e.getCause() instanceof SQLException cause ? notStarted(cause) : unavailable(e);
        }
        OpenTransaction transaction;
        try {
            transaction = OpenTransaction.begin(dataSource);
        } catch (SQLException e) {
            return unavailable(e);
        }
        try (transaction) {
            return inside(transaction, codec, work);
        }
    }

    private <R, E extends Exception> Outcome<R> inside(
            OpenTransaction transaction, ResultCodec<R> codec, Work<R, E> work) throws E {
        try {
            fence.check(transaction.connection(), name, token);
            Optional<String> before = idempotency.begin(transaction.connection(), key, fingerprint);
            if (before.isPresent()) {
                return new AlreadyDone<>(codec.decode(before.get()));
            }
        } catch (StaleTokenException stale) {
            return new Stale<>(stale.token(), stale.newest());
        } catch (SQLException e) {
            return notStarted(e);
        }
        R result = doWork(transaction, work);
        try {
            idempotency.complete(transaction.connection(), key, codec.encode(result));
        } catch (SQLException e) {
            throw new RolledBackException(name, e);
        }
        return commit(transaction, result);
    }

    private <R, E extends Exception> R doWork(OpenTransaction transaction, Work<R, E> work) throws E {
        GuardedConnection guard = new GuardedConnection(transaction.connection());
        try {
            return work.run(new GuardedTransaction(guard, token, key));
        } finally {
            guard.end();
        }
    }

    /** An error that does not say that the transaction was rolled back says nothing: the answer may have been lost. */
    private <R> Outcome<R> commit(OpenTransaction transaction, R result) {
        try {
            transaction.commit();
            return new Done<>(result, token);
        } catch (SQLException e) {
            if (SqlStates.isRolledBack(e)) {
                throw new RolledBackException(name, e);
            }
            return new Unknown<>(e);
        } catch (RuntimeException e) {
            return new Unknown<>(e);
        }
    }

    private <R> Outcome<R> notStarted(SQLException e) {
        // Whoever is in a transaction on this name has it, although its lock may have ended. It made us wait too long,
        // or, at the stricter isolation levels, has changed what this transaction must not see changed.
        boolean busy = SqlStates.isTimeout(e) || SqlStates.isRolledBack(e);
        return busy ? new Busy<>(Optional.empty(), Optional.empty()) : unavailable(e);
    }

    private <R> Outcome<R> unavailable(Exception e) {
        return new Unavailable<>("the database cannot be used: " + e.getMessage(), List.of());
    }
}
