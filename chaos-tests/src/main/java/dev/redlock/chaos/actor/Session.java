package dev.redlock.chaos.actor;

import dev.redlock.chaos.history.HistoryLog;
import dev.redlock.chaos.lock.LockKind;
import dev.redlock.chaos.lock.LockSpec;
import dev.redlock.chaos.lock.LockUnderTest;
import dev.redlock.chaos.rig.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.ds.PGSimpleDataSource;

/** What a client has open for one run: a lock, the ledger and a diary. */
final class Session implements AutoCloseable {
    private static final String SETTING = "setting.";
    private static final int SOCKET_TIMEOUT_SECONDS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Unique over all runs and over the processes that play the same client one after the other. */
    private static final AtomicLong HOLDS = new AtomicLong(System.nanoTime());

    private static final SharedClock CLOCK = SharedClock.of(Path.of(System.getenv("REDLOCK_CLOCK")));

    private final HistoryLog diary;
    private final LockUnderTest lock;
    private final Payments payments;
    private final List<String> threadsBefore;

    private Session(HistoryLog diary, LockUnderTest lock, Payments payments, List<String> threadsBefore) {
        this.diary = diary;
        this.lock = lock;
        this.payments = payments;
        this.threadsBefore = threadsBefore;
    }

    static Session open(Message order) {
        Map<String, String> settings = new TreeMap<>();
        order.fields().forEach((field, value) -> {
            if (field.startsWith(SETTING)) {
                settings.put(field.substring(SETTING.length()), value);
            }
        });
        LockSpec spec = new LockSpec(
                LockKind.valueOf(order.get("lock")),
                List.of(order.get("nodes").split(",")),
                order.millis("ttl"),
                Boolean.parseBoolean(order.get("renewal")),
                settings,
                order.find("patched"));
        String client = order.get("client");
        PGSimpleDataSource ledger = Ledger.source((int) order.number("ledger"));
        ledger.setSocketTimeout(SOCKET_TIMEOUT_SECONDS);
        ledger.setConnectTimeout(SOCKET_TIMEOUT_SECONDS);
        Payments payments = new Payments(ledger, Guard.valueOf(order.get("guard")), client);
        WarmUp.of(spec, ledger);
        List<String> before = lockThreads();
        HistoryLog diary = HistoryLog.create(Path.of(order.get("diary")), client, CLOCK::now);
        return new Session(diary, spec.kind().open(spec), payments, before);
    }

    /** What a time of this process is for all of them. */
    static long shared(long own) {
        return CLOCK.of(own);
    }

    HistoryLog diary() {
        return diary;
    }

    LockUnderTest lock() {
        return lock;
    }

    Payments payments() {
        return payments;
    }

    static long nextHold() {
        return HOLDS.incrementAndGet();
    }

    @Override
    public void close() {
        lock.close();
        diary.close();
    }

    /** Threads of locks that are still there some time after the lock was closed, and were not there before. */
    List<String> leftThreads() {
        long start = System.nanoTime();
        List<String> left = newThreads();
        while (!left.isEmpty() && System.nanoTime() - start < PATIENCE.toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            left = newThreads();
        }
        return left;
    }

    private List<String> newThreads() {
        return lockThreads().stream()
                .filter(name -> !threadsBefore.contains(name))
                .toList();
    }

    private static List<String> lockThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("redlock") || name.startsWith("lettuce") || name.startsWith("redisson"))
                .toList();
    }
}
