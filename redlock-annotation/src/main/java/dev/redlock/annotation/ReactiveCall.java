package dev.redlock.annotation;

import dev.redlock.AcquireResult;
import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A call that returns a publisher: the lock is taken when somebody subscribes, without blocking, and given back when it
 * completes, fails or is cancelled. The method itself is called once per subscription, with the lock held. Loaded only where
 * there is such a method.
 */
final class ReactiveCall {
    private ReactiveCall() {}

    /** The rest of the method. */
    interface Body {
        @Nullable
        Object run(Lease lease) throws Throwable;
    }

    private record Held(Lease lease, long since) {}

    static Publisher<?> of(LockedMethod method, Redlock redlock, String name, LockOptions options, Body body) {
        Mono<Held> lock = Mono.defer(() -> acquire(method, redlock, name, options, 1));
        Function<Held, Publisher<?>> release = held -> Mono.fromFuture(() -> method.end(held.lease(), held.since()));
        if (method.isMono()) {
            return Mono.usingWhen(
                    lock,
                    held -> Mono.defer(() -> (Mono<?>) publisher(body, held.lease()))
                            .doOnSuccess(value -> LockedMethod.requireHeld(held.lease()))
                            .contextWrite(context -> context.put(Lease.class, held.lease())),
                    release,
                    (held, error) -> release.apply(held),
                    release);
        }
        return Flux.usingWhen(
                lock,
                held -> Flux.defer(() -> publisher(body, held.lease()))
                        .doOnComplete(() -> LockedMethod.requireHeld(held.lease()))
                        .contextWrite(context -> context.put(Lease.class, held.lease())),
                release,
                (held, error) -> release.apply(held),
                release);
    }

    private static Mono<Held> acquire(
            LockedMethod method, Redlock redlock, String name, LockOptions options, int attempt) {
        return Mono.fromFuture(() -> redlock.acquireAsync(List.of(name), options))
                .flatMap(
                        result -> result instanceof AcquireResult.Held lost && method.isUndecided(lost.owner(), attempt)
                                ? Mono.delay(LockedMethod.pauseAfter(attempt))
                                        .then(acquire(method, redlock, name, options, attempt + 1))
                                : held(method, result));
    }

    /** Empty if the call is skipped: then there is nothing to use, and the publisher completes. */
    private static Mono<Held> held(LockedMethod method, AcquireResult result) {
        try {
            return Mono.just(new Held(result.orThrow(), System.nanoTime()));
        } catch (LockHeldException e) {
            method.skipOrThrow(e);
            return Mono.empty();
        }
    }

    @SuppressWarnings("unchecked") // The method is declared to return one.
    private static Publisher<Object> publisher(Body body, Lease lease) {
        try {
            Object publisher = body.run(lease);
            return publisher == null ? Mono.empty() : (Publisher<Object>) publisher;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            return Mono.error(e);
        }
    }
}
