package dev.redlock.fencing.guard;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.fencing.guard.Outcome.Busy;
import dev.redlock.fencing.guard.Outcome.Unavailable;
import dev.redlock.fencing.idempotency.Fingerprint;
import dev.redlock.fencing.idempotency.IdempotencyConflictException;
import dev.redlock.fencing.idempotency.IdempotencyKey;
import dev.redlock.fencing.idempotency.JdbcIdempotency;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations that happen once, whoever crashes, pauses or repeats them: lock, fence, idempotency key and transaction in the
 * right order.
 *
 * <pre>{@code
 * Outcome<String> outcome = operations.run("payout", "42", requestBody, tx -> {
 *     … writes on tx.connection() …
 *     tx.outbox("payouts", "42");
 *     return "paid";
 * });
 * }</pre>
 *
 * <p>Each part covers what the others cannot. The <em>lock</em> keeps attempts from getting in each other's way. The
 * <em>fence</em> refuses a holder that was overtaken. The <em>idempotency key</em> stops a later holder, whose token is in
 * order, from doing again what is done. The <em>transaction</em> makes all of it one step.
 */
public final class GuardedOperations {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedOperations.class);

    private final Redlock redlock;
    private final DataSource dataSource;
    private final JdbcFence fence;
    private final JdbcIdempotency idempotency;
    private final @Nullable OperationObserver observer;

    /** The fence, the keys and the work must be in one database: the one of the data source. */
    public GuardedOperations(Redlock redlock, DataSource dataSource, JdbcFence fence, JdbcIdempotency idempotency) {
        this(redlock, dataSource, fence, idempotency, null);
    }

    private GuardedOperations(
            Redlock redlock,
            DataSource dataSource,
            JdbcFence fence,
            JdbcIdempotency idempotency,
            @Nullable OperationObserver observer) {
        this.redlock = Objects.requireNonNull(redlock, "redlock");
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        this.fence = Objects.requireNonNull(fence, "fence");
        this.idempotency = Objects.requireNonNull(idempotency, "idempotency");
        this.observer = observer;
    }

    /** The same, with this observer around every operation. */
    public GuardedOperations observedBy(OperationObserver around) {
        return new GuardedOperations(
                redlock, dataSource, fence, idempotency, Objects.requireNonNull(around, "observer"));
    }

    /** With the default tables, see {@link dev.redlock.fencing.jdbc.FencingSchema}. */
    public static GuardedOperations on(Redlock redlock, DataSource dataSource) {
        return new GuardedOperations(redlock, dataSource, JdbcFence.on(dataSource), JdbcIdempotency.on(dataSource));
    }

    /** As {@link #run(String, String, String, ResultCodec, Work)}, for a result that is a text. */
    public <E extends Exception> Outcome<String> run(String operation, String key, String request, Work<String, E> work)
            throws E {
        return run(operation, key, request, ResultCodec.text(), work);
    }

    /**
     * Does the work unless it has been done. The lock is called {@code OPERATION:KEY}, and so is the fence; its options are
     * those of the policy for that name.
     *
     * @param operation the kind, such as {@code payout}; without a colon
     * @param key which one of its kind; the same for every attempt, never a new one per attempt
     * @param request what was asked for, so that a key that is used for something else is noticed
     * @param codec how the result is kept for a repeated request
     * @throws E what the work throws, after everything was rolled back
     * @throws IdempotencyConflictException if the key was used for another request
     * @throws RolledBackException if the database rolled the transaction back
     */
    public <R, E extends Exception> Outcome<R> run(
            String operation, String key, String request, ResultCodec<R> codec, Work<R, E> work) throws E {
        return observer == null
                ? runLocked(operation, key, request, codec, work)
                : observer.observe(operation, key, () -> runLocked(operation, key, request, codec, work));
    }

    private <R, E extends Exception> Outcome<R> runLocked(
            String operation, String key, String request, ResultCodec<R> codec, Work<R, E> work) throws E {
        IdempotencyKey id = new IdempotencyKey(operation, key);
        Fingerprint fingerprint = Fingerprint.of(request);
        String name = operation + ":" + key;
        Lease lease;
        try {
            lease = redlock.acquire(name);
        } catch (LockHeldException held) {
            return new Busy<>(held.owner(), held.remaining());
        } catch (QuorumUnavailableException unavailable) {
            return new Unavailable<>(String.valueOf(unavailable.getMessage()), unavailable.nodes());
        }
        try {
            if (!lease.isProtected()) {
                return new Unavailable<>(
                        "the policy of '" + name + "' runs without a quorum, and so without a token;"
                                + " a guarded operation needs one",
                        List.of());
            }
            Attempt attempt = new Attempt(dataSource, fence, idempotency, name, lease.token(), id, fingerprint);
            return attempt.run(codec, work);
        } finally {
            release(lease);
        }
    }

    /** The operation is decided by now: whatever happens to the release must not hide how. */
    private static void release(Lease lease) {
        try {
            lease.release();
        } catch (RuntimeException e) {
            LOG.warn("The lock {} was not released; it ends with its ttl.", lease.name(), e);
        }
    }
}
