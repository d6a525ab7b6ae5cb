package dev.redlock.simulation;

import dev.redlock.simulation.check.Tally;
import dev.redlock.simulation.check.Violation;
import dev.redlock.simulation.plan.Swarm;
import dev.redlock.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Runs one seed after another, on all processors, until one fails, there are no more, or the time is up. */
public final class Seeds {
    private final long first;
    private final long count;
    private final long deadline;
    private final long begin = System.nanoTime();
    private final AtomicLong warmSince = new AtomicLong(begin);
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong firstFailure = new AtomicLong(Long.MAX_VALUE);

    /** A seed and what it has shown. */
    public record Failure(long seed, Violation violation) {}

    /**
     * What came of all of them.
     *
     * @param failure the first one by number, so that it is the same in every run
     * @param warm the second half, in which the code has been compiled; how many, and for how long
     */
    public record Result(
            long seeds, long simulatedNanos, long realNanos, Warm warm, Tally tally, Optional<Failure> failure) {
        public double perSecond() {
            return seeds * 1e9 / realNanos;
        }

        public double perSecondWhenWarm() {
            return warm.seeds() * 1e9 / Math.max(1, warm.nanos());
        }

        public double simulatedPerReal() {
            return (double) simulatedNanos / realNanos;
        }

        public double simulatedHours() {
            return simulatedNanos / 3.6e12;
        }
    }

    /** A part of a run. */
    public record Warm(long seeds, long nanos) {}

    /** What one thread has done. */
    private static final class Share {
        private final Tally tally = new Tally();
        private long seeds;
        private long warmSeeds;
        private long nanos;
        private Optional<Failure> failure = Optional.empty();
    }

    private Seeds(long first, long count, long deadline) {
        this.first = first;
        this.count = count;
        this.deadline = deadline;
    }

    public static Result run(long first, long count) {
        return new Seeds(first, count, Long.MAX_VALUE).run();
    }

    public static Result runFor(long first, long nanos) {
        return new Seeds(first, Long.MAX_VALUE, System.nanoTime() + nanos).run();
    }

    private Result run() {
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Share>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                tasks.add(this::runShare);
            }
            List<Share> shares = new ArrayList<>();
            for (Future<Share> future : executor.invokeAll(tasks)) {
                shares.add(future.get());
            }
            return sum(shares);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private Share runShare() {
        Share share = new Share();
        for (long at = next.getAndIncrement(); isWanted(at); at = next.getAndIncrement()) {
            World.Outcome outcome = runSeed(first + at);
            share.seeds++;
            share.warmSeeds += isWarm(at) ? 1 : 0;
            share.nanos += outcome.nanos();
            share.tally.add(outcome.tally());
            if (outcome.violation().isPresent()) {
                share.failure =
                        Optional.of(new Failure(first + at, outcome.violation().get()));
                firstFailure.accumulateAndGet(at, Math::min);
            }
        }
        return share;
    }

    private static World.Outcome runSeed(long seed) {
        try {
            return World.run(Swarm.draw(seed));
        } catch (RuntimeException | Error failure) {
            throw new IllegalStateException("the simulator failed with seed " + seed, failure);
        }
    }

    private boolean isWarm(long at) {
        long now = System.nanoTime();
        boolean isWarm = deadline == Long.MAX_VALUE ? at >= count / 2 : now - begin >= (deadline - begin) / 2;
        if (isWarm) {
            warmSince.compareAndSet(begin, now);
        }
        return isWarm;
    }

    private boolean isWanted(long at) {
        return at < count && at < firstFailure.get() && System.nanoTime() < deadline;
    }

    private Result sum(List<Share> shares) {
        long end = System.nanoTime();
        Share all = new Share();
        for (Share share : shares) {
            all.seeds += share.seeds;
            all.warmSeeds += share.warmSeeds;
            all.nanos += share.nanos;
            all.tally.add(share.tally);
            boolean isFirst = share.failure.isPresent()
                    && (all.failure.isEmpty()
                            || share.failure.get().seed() < all.failure.get().seed());
            all.failure = isFirst ? share.failure : all.failure;
        }
        Warm warm = new Warm(all.warmSeeds, end - warmSince.get());
        return new Result(all.seeds, all.nanos, end - begin, warm, all.tally, all.failure);
    }
}
