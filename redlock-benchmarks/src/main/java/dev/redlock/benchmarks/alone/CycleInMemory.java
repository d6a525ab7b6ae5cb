package dev.redlock.benchmarks.alone;

import dev.redlock.Redlock;
import dev.redlock.ReleaseResult;
import dev.redlock.testkit.InMemoryCluster;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Lock and unlock on nodes in this process, which answer at once: what is left is our own code. One name, over and over:
 * with new ones the nodes would grow, and it is not them that is measured.
 */
@State(Scope.Benchmark)
public class CycleInMemory {
    /** Set by JMH, which wants it public. */
    @Param({"1", "3", "5"})
    public int nodes;

    private @Nullable Redlock redlock;

    @Setup
    public void connect() {
        redlock = InMemoryCluster.of(nodes).connect();
    }

    @Benchmark
    public ReleaseResult lockAndUnlock() {
        return connected().acquire("payout:42").release();
    }

    @TearDown
    public void close() {
        connected().close();
    }

    private Redlock connected() {
        if (redlock == null) {
            throw new IllegalStateException("JMH has not called connect()");
        }
        return redlock;
    }
}
