package dev.redlock.spring;

import dev.redlock.Redlock;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.LockedMethod;
import dev.redlock.spring.RedlockProperties.InsideTransaction;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** What proxies and woven classes do alike: looks out for transactions, observes, and takes the lock. */
final class LockedCalls {
    private static final Logger LOG = LoggerFactory.getLogger(LockedCalls.class);
    private static final boolean HAS_TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            LockedCalls.class.getClassLoader());

    private final ObjectProvider<Redlock> redlock;
    private final ObjectProvider<ObservationRegistry> observations;
    private final InsideTransaction insideTransaction;
    private final Set<Method> warned = ConcurrentHashMap.newKeySet();

    LockedCalls(
            ObjectProvider<Redlock> redlock,
            ObjectProvider<ObservationRegistry> observations,
            InsideTransaction insideTransaction) {
        this.redlock = redlock;
        this.observations = observations;
        this.insideTransaction = insideTransaction;
    }

    @Nullable
    Object call(LockedMethod method, @Nullable Object[] arguments, LockedMethod.Body body) throws Throwable {
        if (HAS_TRANSACTIONS && TransactionSynchronizationManager.isActualTransactionActive()) {
            onActiveTransaction(method, method.key().name(arguments));
        }
        Redlock client = redlock.getIfAvailable();
        if (client == null) {
            throw new IllegalStateException(
                    "there is no Redlock to lock " + method.key() + " with; set redlock.nodes, or define a bean");
        }
        ObservationRegistry registry = observations.getIfAvailable(() -> ObservationRegistry.NOOP);
        Observation observation = Observation.createNotStarted("redlock.lock", registry)
                .contextualName("lock " + method.key())
                .lowCardinalityKeyValue("lock", method.key().toString());
        return observed(observation, method, client, arguments, body);
    }

    private static @Nullable Object observed(
            Observation observation,
            LockedMethod method,
            Redlock client,
            @Nullable Object[] arguments,
            LockedMethod.Body body)
            throws Throwable {
        observation.start();
        Object result;
        try (Observation.Scope scope = observation.openScope()) {
            result = method.call(client, arguments, complete -> {
                CurrentLease.get().ifPresent(lease -> describe(scope.getCurrentObservation(), lease.name()));
                return body.proceed(complete);
            });
        } catch (Throwable e) {
            observation.error(e);
            observation.stop();
            throw e;
        }
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, error) -> {
                if (error != null) {
                    observation.error(error);
                }
                observation.stop();
            });
        } else {
            // Of a publisher only the assembly is seen: it has a subscriber, and a context, of its own.
            observation.stop();
        }
        return result;
    }

    private static void describe(@Nullable Observation observation, String name) {
        if (observation != null) {
            observation.highCardinalityKeyValue("redlock.name", name);
        }
    }

    /** Whoever joins a lock that was taken before the transaction began is where it should be. */
    private void onActiveTransaction(LockedMethod method, String name) {
        if (CurrentLease.holding(name).isPresent()) {
            return;
        }
        String message = "the lock '" + name + "' of "
                + method.method().getDeclaringClass().getSimpleName() + "."
                + method.method().getName() + " would be taken inside a transaction and released before it commits, so"
                + " that the next holder does not see what this one has written. Take the lock outside: put"
                + " @DistributedLock on the method that begins the transaction, or above it";
        if (insideTransaction == InsideTransaction.REFUSE) {
            throw new IllegalStateException(message + ". redlock.annotation.inside-transaction=warn lets it pass");
        }
        if (warned.add(method.method())) {
            LOG.warn("{}. This is said once.", message);
        }
    }
}
