package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.profile.CpuTime;
import dev.redlock.benchmarks.profile.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Several threads that lock and unlock for a while. */
record Load(int threads, IntFunction<Supplier<String>> namesOfThread) {

    /**
     * @param fairness cycles of the thread that had fewest, by those of the thread that had most
     * @param longestWait in nanoseconds
     */
    record Outcome(double cyclesPerSecond, double fairness, double longestWait, Workload.Work work) {}

    private record Share(long cycles, long longestWait, long endedAt, CpuTime cpu) {}

    /** One thread that never uses a name twice. */
    static Load ofNewNames() {
        return new Load(1, thread -> Stage::newName);
    }

    static Load ofOwnNames(int threads) {
        return new Load(threads, thread -> {
            String name = "thread:" + thread;
            return () -> name;
        });
    }

    static Load ofOneName(int threads) {
        return new Load(threads, thread -> () -> "the-one");
    }

    Outcome run(Contender contender, Duration length) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads + 1);
            List<Future<Share>> shares = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Supplier<String> names = namesOfThread.apply(thread);
                shares.add(pool.submit(() -> {
                    start.await();
                    return work(contender, names, System.nanoTime() + length.toNanos());
                }));
            }
            start.await();
            long begin = System.nanoTime();
            List<Share> done = new ArrayList<>();
            for (Future<Share> share : shares) {
                done.add(share.get());
            }
            return sum(begin, done);
        } catch (Exception e) {
            throw new IllegalStateException("the load could not be measured", e);
        } finally {
            pool.shutdownNow();
        }
    }

    private static Share work(Contender contender, Supplier<String> names, long end) {
        CpuTime before = CpuTime.ofThisThread();
        long cycles = 0;
        long longest = 0;
        long now = System.nanoTime();
        do {
            long begin = now;
            Contender.Hold hold = contender.lock(names.get());
            longest = Math.max(longest, System.nanoTime() - begin);
            hold.unlock();
            cycles++;
            now = System.nanoTime();
        } while (now - end < 0);
        return new Share(cycles, longest, now, CpuTime.ofThisThread().minus(before));
    }

    private static Outcome sum(long begin, List<Share> shares) {
        long cycles = shares.stream().mapToLong(Share::cycles).sum();
        long fewest = shares.stream().mapToLong(Share::cycles).min().orElseThrow();
        long most = shares.stream().mapToLong(Share::cycles).max().orElseThrow();
        long longest = shares.stream().mapToLong(Share::longestWait).max().orElseThrow();
        long took = shares.stream()
                .mapToLong(share -> share.endedAt() - begin)
                .max()
                .orElseThrow();
        CpuTime cpu = shares.stream().map(Share::cpu).reduce(CpuTime.NONE, CpuTime::plus);
        return new Outcome(
                cycles * 1e9 / took, (double) fewest / most, (double) longest, new Workload.Work(cycles, cpu));
    }
}
