package dev.redlock.runtime;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** Something for Lincheck. Run by name, so that it can be loaded together with broken code. */
public abstract class UnderLincheck implements Runnable {
    /** Throws if there is an order of the threads in which something goes wrong. */
    @Override
    public void run() {
        new ModelCheckingOptions()
                .iterations(2)
                .invocationsPerIteration(50)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .check(getClass());
    }
}
