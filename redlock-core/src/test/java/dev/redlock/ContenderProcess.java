package dev.redlock;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** A process full of threads that all want the same lock. Writes down who had it when, and what is left at the end. */
public final class ContenderProcess {
    private static final LockOptions OPTIONS = LockOptions.defaults().withWaitTimeout(Duration.ofMinutes(1));

    private final String name;
    private final FileChannel witness;
    private final Queue<Holding> history = new ConcurrentLinkedQueue<>();
    private final CountDownLatch start = new CountDownLatch(1);

    private ContenderProcess(String name, FileChannel witness) {
        this.name = name;
        this.witness = witness;
    }

    /** Name, number of threads, seconds, file of the witness, file for the history, then the nodes; none for no lock. */
    public static void main(String[] arguments) throws Exception {
        main(arguments, Redlock::connect);
    }

    /** The same with nodes of any kind. */
    public static void main(String[] arguments, Function<String[], Redlock> connect) throws Exception {
        int threads = Integer.parseInt(arguments[1]);
        Duration time = Duration.ofMillis(Long.parseLong(arguments[2]));
        String[] nodes = Arrays.copyOfRange(arguments, 5, arguments.length);
        try (FileChannel file = FileChannel.open(Path.of(arguments[3]), StandardOpenOption.WRITE)) {
            ContenderProcess process = new ContenderProcess(arguments[0], file);
            if (nodes.length == 0) {
                process.run(threads, time, new NoLock());
            } else {
                try (Redlock redlock = connect.apply(nodes)) {
                    process.run(threads, time, new RealLock(redlock));
                }
            }
            Files.write(
                    Path.of(arguments[4]),
                    process.history.stream().map(Holding::write).toList());
        }
        System.out.println(threadsLeft());
    }

    private interface Entry {
        long enter();

        void leave();
    }

    /** One per thread would be usual; the view keeps the threads apart by itself. */
    private record RealLock(ReentrantView lock) implements Entry {
        RealLock(Redlock redlock) {
            this(redlock.asLock("contended", OPTIONS));
        }

        @Override
        public long enter() {
            lock.lock();
            return lock.token().value();
        }

        @Override
        public void leave() {
            lock.unlock();
        }
    }

    /** The control: tokens that grow, and no exclusion. */
    private static final class NoLock implements Entry {
        private final AtomicLong tokens = new AtomicLong();

        @Override
        public long enter() {
            return tokens.incrementAndGet();
        }

        @Override
        public void leave() {}
    }

    private void run(int count, Duration time, Entry entry) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < count; thread++) {
            String holder = name + "-" + thread;
            threads.add(new Thread(() -> contend(holder, time, entry), holder));
        }
        threads.forEach(Thread::start);
        System.out.println("ready");
        // Both processes start when they are told, so that neither has the lock to itself at first.
        System.in.read();
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void contend(String holder, Duration time, Entry entry) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        long began = System.nanoTime();
        do {
            long wanted = System.nanoTime();
            long token = entry.enter();
            long from = System.nanoTime();
            boolean alone = isAlone();
            history.add(new Holding(holder, token, from, System.nanoTime(), from - wanted, alone));
            entry.leave();
        } while (System.nanoTime() - began < time.toNanos());
    }

    /** Takes a lock on a file for a moment. It is of another kind, so that it fails where ours does not hold. */
    private boolean isAlone() {
        try (FileLock lock = witness.tryLock()) {
            LockSupport.parkNanos(50_000);
            return lock != null && lock.isValid();
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> threadsLeft() {
        long deadline = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        List<String> left;
        do {
            left = Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(thread -> thread.startsWith("redlock") || thread.startsWith("lettuce"))
                    .toList();
            LockSupport.parkNanos(1_000_000);
        } while (!left.isEmpty() && System.nanoTime() < deadline);
        return left;
    }
}
