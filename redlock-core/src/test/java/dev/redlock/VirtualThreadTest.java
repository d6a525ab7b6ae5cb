package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A lock belongs to a lease or a thread of any kind, not to the thread that carries it. */
@RedisNodes(3)
class VirtualThreadTest {
    private static final LockOptions PATIENT = LockOptions.defaults().withWaitTimeout(Duration.ofMinutes(1));

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void hundreds_of_virtual_threads_enter_one_at_a_time(RedisNodeSet nodes) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JVM has no virtual threads");
        Redlock redlock = clients.connect(nodes);
        AtomicInteger inside = new AtomicInteger();
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<?>> done = new ArrayList<>();

        for (int thread = 0; thread < 300; thread++) {
            done.add(virtual.submit(() -> enter(redlock, inside)));
        }

        for (Future<?> one : done) {
            one.get(60, TimeUnit.SECONDS);
        }
        virtual.shutdown();
        Votes.awaitNone(nodes, "a");
    }

    private static void enter(Redlock redlock, AtomicInteger inside) {
        ReentrantView lock = redlock.asLock("a", PATIENT);
        lock.lock();
        try {
            assertThat(inside.incrementAndGet()).isEqualTo(1);
            // Long enough for a rival to come in, if it could.
            LockSupport.parkNanos(100_000);
            inside.decrementAndGet();
        } finally {
            lock.unlock();
        }
    }
}
