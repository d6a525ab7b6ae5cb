package dev.redlock.spring.fencing;

import dev.redlock.fencing.guard.OperationObserver;
import dev.redlock.fencing.guard.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;

/** A span, and with it a timer, around every guarded operation: {@code redlock.guard}. */
record ObservedOperations(ObservationRegistry registry) implements OperationObserver {

    @Override
    public <R, E extends Exception> Outcome<R> observe(String operation, String key, Step<R, E> step) throws E {
        Observation observation = Observation.createNotStarted("redlock.guard", registry)
                .contextualName("guard " + operation)
                .lowCardinalityKeyValue("operation", operation)
                .highCardinalityKeyValue("redlock.key", key)
                .start();
        Observation.Scope scope = observation.openScope();
        try {
            Outcome<R> outcome = step.run();
            observation.lowCardinalityKeyValue("outcome", nameOf(outcome));
            return outcome;
        } catch (Exception e) {
            observation.lowCardinalityKeyValue("outcome", "error");
            observation.error(e);
            throw e;
        } finally {
            scope.close();
            observation.stop();
        }
    }

    private static String nameOf(Outcome<?> outcome) {
        return outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
