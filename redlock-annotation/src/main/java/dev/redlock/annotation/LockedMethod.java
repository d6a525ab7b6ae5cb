package dev.redlock.annotation;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One method with its lock. What an integration, such as a proxy or a framework, needs: it finds the annotation when the
 * application starts, and passes calls through {@link #call}.
 */
public final class LockedMethod {
    private static final Logger LOG = LoggerFactory.getLogger(DistributedLock.class);

    private static final int MOST_ATTEMPTS = 10;

    private final Method method;
    private final KeyTemplate key;
    private final Terms terms;
    private final ReturnKind kind;
    private final AtomicBoolean saidSkipped = new AtomicBoolean();

    /** The rest of the method, once the lock is held. */
    @FunctionalInterface
    public interface Body {
        @Nullable
        Object proceed(@Nullable Object[] arguments) throws Throwable;
    }

    /**
     * What the integration brings along.
     *
     * @param properties replaces placeholders such as <code>${…}</code> in the attributes
     */
    public record Language(UnaryOperator<String> properties, KeyExpressions expressions) {
        /** Neither placeholders nor expressions. */
        public static final Language PLAIN = new Language(UnaryOperator.identity(), KeyExpressions.NONE);
    }

    private record Terms(
            Optional<Duration> ttl,
            Optional<Duration> waitTimeout,
            boolean renew,
            OnHeld onHeld,
            Optional<Duration> holdAtLeast) {}

    private LockedMethod(Method method, KeyTemplate key, Terms terms, ReturnKind kind) {
        this.method = method;
        this.key = key;
        this.terms = terms;
        this.kind = kind;
    }

    /**
     * Checks annotation and method against each other.
     *
     * @throws IllegalArgumentException if they do not fit: says what is wrong
     */
    public static LockedMethod of(Method method, DistributedLock annotation, Language language) {
        UnaryOperator<String> resolve = language.properties();
        KeyTemplate key = KeyTemplate.parse(resolve.apply(annotation.value()), method, language.expressions());
        try {
            Terms terms = new Terms(
                    Times.read("ttl", resolve.apply(annotation.ttl())),
                    Times.read("waitTimeout", resolve.apply(annotation.waitTimeout())),
                    annotation.renew(),
                    annotation.onHeld(),
                    Times.read("holdAtLeast", resolve.apply(annotation.holdAtLeast())));
            ReturnKind kind = ReturnKind.of(method, terms.onHeld());
            terms.ttl().ifPresent(ttl -> LockOptions.defaults().withTtl(ttl));
            return new LockedMethod(method, key, terms, kind);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "@DistributedLock(\"" + key + "\") on " + KeyTemplate.describe(method) + ": " + e.getMessage());
        }
    }

    public KeyTemplate key() {
        return key;
    }

    public Method method() {
        return method;
    }

    /** Whether the call goes on after the method has returned: it returns a future or a publisher. */
    public boolean isAsynchronous() {
        return kind != ReturnKind.VALUE;
    }

    /** What a lock of this name is taken with: the policy for the name, changed by what the annotation says. */
    public LockOptions options(Redlock redlock, String name) {
        LockOptions options = redlock.optionsFor(name);
        if (terms.ttl().isPresent()) {
            options = options.withTtl(terms.ttl().get());
        }
        if (terms.renew()) {
            options = options.withRenewal(true);
        }
        if (terms.waitTimeout().isPresent()) {
            options = options.withWaitTimeout(terms.waitTimeout().get());
        } else if (terms.onHeld() == OnHeld.SKIP) {
            options = options.withWaitTimeout(Duration.ZERO);
        }
        Duration least = terms.holdAtLeast().orElse(Duration.ZERO);
        if (!options.renewal() && least.compareTo(options.ttl()) >= 0) {
            throw new IllegalArgumentException("@DistributedLock(\"" + key + "\") on " + KeyTemplate.describe(method)
                    + ": holdAtLeast " + least + " must be shorter than the ttl " + options.ttl()
                    + ", or the lease must be renewed");
        }
        return options;
    }

    /**
     * Calls the method with the lock held.
     *
     * @throws LockHeldException if somebody else has it, unless such calls are skipped
     * @throws LeaseLostException if the method is done, but the lease had ended before it was
     * @throws Throwable what the method throws
     */
    public @Nullable Object call(Redlock redlock, @Nullable Object[] arguments, Body body) throws Throwable {
        String name = key.name(arguments);
        Optional<Lease> held = CurrentLease.holding(name);
        if (held.isPresent()) {
            return join(held.get(), arguments, body);
        }
        LockOptions options = options(redlock, name);
        if (kind == ReturnKind.MONO || kind == ReturnKind.FLUX) {
            return ReactiveCall.of(this, redlock, name, options, lease -> run(lease, arguments, body));
        }
        Lease lease;
        try {
            lease = acquire(redlock, name, options);
        } catch (LockHeldException e) {
            return skipOrThrow(e);
        }
        return kind == ReturnKind.STAGE ? untilDone(lease, arguments, body) : whileRunning(lease, arguments, body);
    }

    /**
     * Whoever tries once, at the same moment as others, may find that all have some votes and none has enough. That is not
     * somebody who does the job, so it is no reason to skip it.
     */
    private Lease acquire(Redlock redlock, String name, LockOptions options) {
        for (int attempt = 1; ; attempt++) {
            try {
                return redlock.acquire(name, options);
            } catch (LockHeldException e) {
                if (!isUndecided(e.owner(), attempt)) {
                    throw e;
                }
                LockSupport.parkNanos(pauseAfter(attempt).toNanos());
            }
        }
    }

    boolean isUndecided(Optional<String> owner, int attempt) {
        return terms.onHeld() == OnHeld.SKIP && owner.isEmpty() && attempt < MOST_ATTEMPTS;
    }

    /** At random, so that those who met do not meet again. */
    static Duration pauseAfter(int attempt) {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(1, 10L * attempt + 1));
    }

    private @Nullable Object join(Lease lease, @Nullable Object[] arguments, Body body) throws Throwable {
        if (isAsynchronous()) {
            throw new IllegalStateException(
                    KeyTemplate.describe(method) + " goes on after it has returned, so it cannot" + " join the lock "
                            + lease.names() + " that its caller holds and then gives back");
        }
        lease.checkValid();
        return body.proceed(withLease(arguments, lease));
    }

    private @Nullable Object whileRunning(Lease lease, @Nullable Object[] arguments, Body body) throws Throwable {
        long since = System.nanoTime();
        try {
            Object result = run(lease, arguments, body);
            requireHeld(lease);
            return result;
        } finally {
            if (!keepsFor(lease, since)) {
                lease.release();
            }
        }
    }

    /** Cancelling what is returned does not end the work, so it does not end the lock either. */
    private @Nullable Object untilDone(Lease lease, @Nullable Object[] arguments, Body body) throws Throwable {
        long since = System.nanoTime();
        CompletionStage<?> stage;
        try {
            stage = (CompletionStage<?>) run(lease, arguments, body);
        } catch (Throwable e) {
            lease.release();
            throw e;
        }
        if (stage == null) {
            lease.release();
            return null;
        }
        CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
        stage.whenComplete((result, error) -> {
            Throwable failure = error != null ? error : lease.lossDuringAction().orElse(null);
            end(lease, since).whenComplete((released, unused) -> {
                if (failure == null) {
                    answer.complete(result);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        });
        return answer;
    }

    @Nullable
    Object run(Lease lease, @Nullable Object[] arguments, Body body) throws Throwable {
        @Nullable Object[] complete = withLease(arguments, lease);
        try (CurrentLease.Scope scope = CurrentLease.enter(lease)) {
            return body.proceed(scope.lease() == lease ? complete : arguments);
        }
    }

    static void requireHeld(Lease lease) {
        Optional<LeaseLostException> loss = lease.lossDuringAction();
        if (loss.isPresent()) {
            throw loss.get();
        }
    }

    /** Gives the lock back, now or when it has been held long enough; does not wait for the latter. */
    CompletableFuture<?> end(Lease lease, long since) {
        return keepsFor(lease, since) ? CompletableFuture.completedFuture(null) : lease.releaseAsync();
    }

    private boolean keepsFor(Lease lease, long since) {
        long left = terms.holdAtLeast().orElse(Duration.ZERO).toNanos() - (System.nanoTime() - since);
        if (left <= 0 || !lease.isValid()) {
            return false;
        }
        CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS).execute(lease::releaseAsync);
        return true;
    }

    @Nullable
    Object skipOrThrow(LockHeldException held) {
        if (terms.onHeld() != OnHeld.SKIP) {
            throw held;
        }
        if (saidSkipped.compareAndSet(false, true)) {
            LOG.info("Skipped {}: {}. This is said once.", KeyTemplate.describe(method), held.getMessage());
        } else {
            LOG.debug("Skipped {}: {}", KeyTemplate.describe(method), held.getMessage());
        }
        return kind.skipped(method.getReturnType());
    }

    private @Nullable Object[] withLease(@Nullable Object[] arguments, Lease lease) {
        Class<?>[] types = method.getParameterTypes();
        if (List.of(types).stream().noneMatch(type -> type == FencingToken.class || type == Lease.class)) {
            return arguments;
        }
        @Nullable Object[] filled = arguments.clone();
        for (int index = 0; index < types.length; index++) {
            if (types[index] == FencingToken.class) {
                filled[index] = lease.token();
            } else if (types[index] == Lease.class) {
                filled[index] = lease;
            }
        }
        return filled;
    }

    boolean isMono() {
        return kind == ReturnKind.MONO;
    }
}
