package dev.redlock.benchmarks.profile;

import java.time.Duration;

/** Something to look at while it runs. */
@FunctionalInterface
public interface Workload {

    Work run(Duration length);

    /**
     * What was done.
     *
     * @param callers processor time of the threads that did it
     */
    record Work(long cycles, CpuTime callers) {}
}
