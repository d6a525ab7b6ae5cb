package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.profile.CpuTime;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A process of a {@link ProcessGroup}. Its arguments: the kind, its number, the threads, the file that says who had the lock
 * last, and the nodes. It says that it is ready. For every line with a number of milliseconds it contends for so long and
 * prints a {@link ProcessShare}; in between it does nothing, and has no lock. It ends with its input.
 */
final class ContendingProcess {
    static final String READY = "ready";

    private final Contender contender;
    private final LongBuffer lastHolder;
    private final long number;

    private ContendingProcess(Contender contender, LongBuffer lastHolder, long number) {
        this.contender = contender;
        this.lastHolder = lastHolder;
        this.number = number;
    }

    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[2]);
        List<String> uris = Arrays.asList(arguments).subList(4, arguments.length);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Contender contender = Kind.valueOf(arguments[0]).open(uris);
                FileChannel file =
                        FileChannel.open(Path.of(arguments[3]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            LongBuffer lastHolder =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES).asLongBuffer();
            ContendingProcess process = new ContendingProcess(contender, lastHolder, Long.parseLong(arguments[1]));
            System.out.println(READY);
            process.obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), pool, threads);
        } finally {
            pool.shutdownNow();
        }
    }

    private void obey(BufferedReader orders, ExecutorService pool, int threads) throws Exception {
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            long end = System.nanoTime() + Long.parseLong(order) * 1_000_000;
            List<Callable<ProcessShare>> work = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                work.add(() -> contend(end));
            }
            ProcessShare share = ProcessShare.NONE;
            for (Future<ProcessShare> one : pool.invokeAll(work)) {
                share = share.plus(one.get());
            }
            System.out.println(share.line());
        }
    }

    /** What one thread does. At least one cycle, so that nobody's share is nothing at all. */
    private ProcessShare contend(long end) {
        CpuTime before = CpuTime.ofThisThread();
        long begin = System.nanoTime();
        long handovers = 0;
        long cycles = 0;
        do {
            Contender.Hold hold = contender.lock("the-one");
            // Guarded by the lock that is being measured, for all processes.
            if (lastHolder.get(0) != number) {
                lastHolder.put(0, number);
                handovers++;
            }
            hold.unlock();
            cycles++;
        } while (System.nanoTime() - end < 0);
        return new ProcessShare(
                System.nanoTime() - begin, handovers, CpuTime.ofThisThread().minus(before), List.of(cycles));
    }
}
