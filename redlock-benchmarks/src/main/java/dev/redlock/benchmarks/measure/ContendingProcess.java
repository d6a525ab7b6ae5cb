package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A process of {@link Processes}. Its arguments: the kind, its number, the threads, the file that says who had the lock last,
 * and the nodes. It says that it is ready, waits for a line, and prints what it has done.
 */
final class ContendingProcess {
    /** Four processes that compile their code at the same time have little time for anything else before that. */
    static final Duration WARM_UP = Duration.ofSeconds(12);

    static final Duration MEASURED = Duration.ofSeconds(4);
    static final String READY = "ready";

    private ContendingProcess() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        long number = Long.parseLong(arguments[1]);
        int threads = Integer.parseInt(arguments[2]);
        List<String> uris = Arrays.asList(arguments).subList(4, arguments.length);
        try (Contender contender = Kind.valueOf(arguments[0]).open(uris);
                FileChannel file =
                        FileChannel.open(Path.of(arguments[3]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            LongBuffer lastHolder =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES).asLongBuffer();
            System.out.println(READY);

            if (System.in.read() >= 0) {
                contend(contender, lastHolder, number, threads, WARM_UP);
                System.out.println(contend(contender, lastHolder, number, threads, MEASURED));
            }
        }
    }

    /** Returns the handovers from another process, and then the cycles of each thread. */
    private static String contend(Contender contender, LongBuffer lastHolder, long number, int threads, Duration length)
            throws InterruptedException {
        AtomicLong handovers = new AtomicLong();
        AtomicLongArray cycles = new AtomicLongArray(threads);
        Thread[] all = new Thread[threads];
        long end = System.nanoTime() + length.toNanos();
        for (int thread = 0; thread < threads; thread++) {
            int index = thread;
            all[thread] = new Thread(() -> {
                while (System.nanoTime() - end < 0) {
                    Contender.Hold hold = contender.lock("the-one");
                    // Guarded by the lock that is being measured, for all processes.
                    if (lastHolder.get(0) != number) {
                        lastHolder.put(0, number);
                        handovers.incrementAndGet();
                    }
                    hold.unlock();
                    cycles.incrementAndGet(index);
                }
            });
            all[thread].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        StringBuilder line = new StringBuilder().append(handovers);
        for (int thread = 0; thread < threads; thread++) {
            line.append(' ').append(cycles.get(thread));
        }
        return line.toString();
    }
}
