package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Waiting for a lock on a thread of the common pool. It can fail only where {@code runAsync} uses that pool by default. */
@Isolated("keeps all threads of the common pool busy")
class CommonPoolTest {
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch asking = new CountDownLatch(1);

    @Test
    @Timeout(20)
    void who_waits_does_not_run_tasks_of_others_and_let_its_lease_run_out() throws InterruptedException {
        try (Redlock redlock = Redlock.inMemory()) {
            Lease first = redlock.acquire("a");
            CompletableFuture<Lease> second =
                    CompletableFuture.supplyAsync(() -> acquireWithTasksPending(redlock), ForkJoinPool.commonPool());
            asking.await();

            first.release();

            assertThat(second.orTimeout(5, TimeUnit.SECONDS).join().isValid()).isTrue();
        } finally {
            end.countDown();
        }
    }

    private Lease acquireWithTasksPending(Redlock redlock) {
        for (int task = 0; task <= ForkJoinPool.getCommonPoolParallelism(); task++) {
            CompletableFuture.runAsync(this::standStill, ForkJoinPool.commonPool());
        }
        asking.countDown();
        return redlock.acquire("a");
    }

    private void standStill() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
