package dev.redlock;

import dev.redlock.protocol.ExtendRound;
import dev.redlock.runtime.HeldLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock that is held, until it is released or its time is up.
 *
 * <p>It belongs to whoever has this object, not to a thread: it may be handed on, and any thread may release it. What it
 * proves never changes: the names and the token are those of the acquisition, also after the lock is lost.
 */
public final class Lease implements AutoCloseable {
    private final List<String> names;
    private final @Nullable HeldLease held;
    private final Answers answers;

    private Lease(List<String> names, @Nullable HeldLease held, Answers answers) {
        this.names = names;
        this.held = held;
        this.answers = answers;
    }

    static Lease of(HeldLease held, Answers answers) {
        return new Lease(held.names(), held, answers);
    }

    static Lease unprotected(List<String> names, Answers answers) {
        return new Lease(names, null, answers);
    }

    /** The name; the first one in alphabetical order, if there are several. */
    public String name() {
        return names.get(0);
    }

    /** All names, in alphabetical order. */
    public List<String> names() {
        return names;
    }

    /** False if there was no quorum and the caller had asked to run all the same. There is no token then. */
    public boolean isProtected() {
        return held != null;
    }

    /**
     * The fencing token of this acquisition, to be passed to whatever the lock protects.
     *
     * @throws IllegalStateException if the lease is unprotected
     */
    public FencingToken token() {
        if (held == null) {
            throw new IllegalStateException("the lease of " + names + " is unprotected, it has no token;"
                    + " see isProtected() and LockOptions.withOnQuorumLoss");
        }
        return new FencingToken(held.token());
    }

    /** How long the lease may still be relied on: zero if it may not. An unprotected lease never may. */
    public Duration remaining() {
        return held == null ? Duration.ZERO : held.remaining();
    }

    public boolean isValid() {
        return held != null && held.isValid();
    }

    /**
     * Call it before each step that must not be done twice. It narrows the window, but a pause may fall between this check
     * and the step: only the token closes it.
     *
     * @throws LeaseLostException if the lease has ended
     */
    public void checkValid() {
        if (held != null && !held.isValid()) {
            throw lost(held, "the lease of " + names + " with token " + held.token() + " has ended");
        }
    }

    /**
     * Makes the lease last a whole ttl from now on. An expired lease is never revived.
     *
     * @throws LeaseLostException if the lock is no longer held
     * @throws QuorumUnavailableException if too few nodes confirmed; the lease is then valid for {@link #remaining()}
     */
    public void extend() {
        if (held == null) {
            return;
        }
        ExtendRound.Outcome outcome = Waiting.uninterruptibly(held.extend());
        if (outcome instanceof ExtendRound.Outcome.Gone) {
            throw lost(
                    held,
                    "the lease of " + names + " with token " + held.token() + " cannot be extended, it has ended");
        } else if (outcome instanceof ExtendRound.Outcome.Unconfirmed unconfirmed) {
            throw new QuorumUnavailableException(
                    "the lease of " + names + " could not be extended: " + answers.of(unconfirmed.evidence()),
                    answers.of(unconfirmed.evidence()));
        }
    }

    /** Gives the lock back and says what there was to give back. Doing it again gives the same answer. */
    public ReleaseResult release() {
        return held == null ? ReleaseResult.UNPROTECTED : Answers.result(Waiting.uninterruptibly(held.release()));
    }

    /** As {@link #release()}, without waiting for the answer. */
    public CompletableFuture<ReleaseResult> releaseAsync() {
        return held == null
                ? CompletableFuture.completedFuture(ReleaseResult.UNPROTECTED)
                : answers.publish(held.release(), Answers::result);
    }

    /** Gives the lock back. What went wrong is logged and told to the listener; {@link #release()} returns it. */
    @Override
    public void close() {
        release();
    }

    /**
     * Calls back once when the lease is about to end without having been released: before it ends, so that there is time to
     * stop, unless this process is paused. If that has already happened, it calls back at once. The callback may block.
     */
    public void onLost(Consumer<LossReason> callback) {
        if (held != null) {
            held.onLost(loss -> callback.accept(Answers.reason(loss)));
        }
    }

    /**
     * Why the lease ended before the action did, if it did: to be asked when the action is done and the lock is not yet
     * given back. A lease that the action has released by itself in time was not lost.
     */
    public Optional<LeaseLostException> lossDuringAction() {
        if (held == null || held.isValid() || held.wasReleasedInTime()) {
            return Optional.empty();
        }
        return Optional.of(lost(
                held,
                "the action under lock " + names + " is done, but its lease with token " + held.token()
                        + " had ended before; somebody else may have run at the same time"));
    }

    private LeaseLostException lost(HeldLease lease, String message) {
        LossReason reason = lease.loss().map(Answers::reason).orElse(LossReason.EXPIRED);
        return new LeaseLostException(names, reason, message + " (" + reason + ")");
    }

    @Override
    public String toString() {
        return "Lease" + names
                + (held == null ? " unprotected" : " token " + held.token() + ", " + remaining() + " left");
    }
}
