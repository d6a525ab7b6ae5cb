package dev.redlock.chaos.fault;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Something that goes wrong, and can be put right.
 *
 * @param target as in {@link dev.redlock.chaos.history.Fault}
 * @param kind a word or two
 * @param what one sentence for the reader of the report
 * @param effect whether it is really there
 */
public record Nemesis(String target, String kind, String what, Runnable begin, BooleanSupplier effect, Runnable end) {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Returns when the effect shows. */
    public void strike() {
        begin.run();
        long start = System.nanoTime();
        while (!effect.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException("the fault did not happen: " + target + " " + kind);
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }

    public void heal() {
        end.run();
    }
}
