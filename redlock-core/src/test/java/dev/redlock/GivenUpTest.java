package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever does not get the lock, or no longer wants it, leaves no vote, no renewal and no thread behind. */
@RedisNodes(5)
class GivenUpTest {
    private static final LockOptions RENEWED = LockOptions.defaults().withRenewal(true);

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_minority_of_votes_is_given_back_at_once(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        for (int node = 0; node < 3; node++) {
            Votes.giveToStranger(nodes.node(node), "a");
        }

        assertThat(client.tryAcquire("a")).isEmpty();

        Votes.awaitWithdrawn(nodes.node(3), "a", LockOptions.defaults());
        Votes.awaitWithdrawn(nodes.node(4), "a", LockOptions.defaults());
        assertThat(Votes.count(nodes, "a")).as("the votes of the stranger").isEqualTo(3);
    }

    @Test
    void a_wait_that_times_out_says_who_has_the_lock_and_leaves_nothing(RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, builder -> builder.owner("billing-7"));
        Redlock waiter = clients.connect(nodes);
        Lease lease = holder.acquire("a");
        Duration wait = Duration.ofMillis(300);

        assertThatThrownBy(() -> waiter.acquire("a", LockOptions.defaults().withWaitTimeout(wait)))
                .isInstanceOfSatisfying(LockHeldException.class, held -> {
                    assertThat(held.owner()).contains("billing-7");
                    assertThat(held.names()).containsExactly("a");
                    assertThat(held.waited()).isGreaterThanOrEqualTo(wait);
                    assertThat(held.remaining()).isPresent();
                });

        assertThat(waiter.isIdle()).isTrue();
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        Votes.awaitNone(nodes, "a");
    }

    @Test
    void an_interrupt_while_waiting_ends_the_wait_and_keeps_the_flag(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes).acquire("a");
        Redlock waiter = clients.connect(nodes);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> waiter.acquire("a")).isInstanceOf(LockInterruptedException.class);

        assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();
        assertThat(waiter.isIdle()).isTrue();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void an_interrupt_at_any_moment_leaves_neither_a_vote_nor_a_renewal(RedisNodeSet nodes) throws Exception {
        Redlock client = clients.connect(nodes);
        int interrupted = 0;
        for (int round = 0; round < 300; round++) {
            interrupted += interruptedWhileAcquiring(client) ? 1 : 0;
        }

        await().until(client::isIdle);
        Votes.awaitNone(nodes, "a");
        assertThat(interrupted).as("rounds in which the interrupt came in time").isPositive();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("interrupted-acquirer");
    }

    private static boolean interruptedWhileAcquiring(Redlock client) throws InterruptedException {
        AtomicReference<@Nullable RuntimeException> thrown = new AtomicReference<>();
        Thread acquirer = new Thread(
                () -> {
                    try {
                        client.acquire("a", RENEWED).close();
                    } catch (RuntimeException e) {
                        thrown.set(e);
                    }
                },
                "interrupted-acquirer");
        acquirer.start();
        // A random moment within what an acquisition takes, so that all of its steps are hit in the end.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000));
        acquirer.interrupt();
        acquirer.join();
        RuntimeException failure = thrown.get();
        assertThat(failure == null || failure instanceof LockInterruptedException)
                .as("%s", failure)
                .isTrue();
        return failure != null;
    }

    @Test
    void a_cancelled_attempt_never_ends_up_with_the_lock(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        int cancelled = 0;
        for (int round = 0; round < 500; round++) {
            CompletableFuture<AcquireResult> attempt = client.acquireAsync(List.of("a"), RENEWED);
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(600_000));
            if (attempt.cancel(true)) {
                cancelled++;
            } else {
                attempt.join().orThrow().close();
            }
        }

        await().until(client::isIdle);
        Votes.awaitNone(nodes, "a");
        assertThat(cancelled).as("rounds in which the caller was faster").isPositive();
    }

    @Test
    void whoever_completes_the_future_by_other_means_does_not_hold_the_lock(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        Lease lease = clients.connect(nodes).acquire("a");

        CompletableFuture<AcquireResult> attempt =
                client.acquireAsync("a").completeOnTimeout(timedOut(), 50, java.util.concurrent.TimeUnit.MILLISECONDS);

        assertThat(attempt.join()).isEqualTo(timedOut());
        lease.close();
        await().until(client::isIdle);
        Votes.awaitNone(nodes, "a");
    }

    private static AcquireResult timedOut() {
        return new AcquireResult.Held(
                List.of("a"), java.util.Optional.empty(), java.util.Optional.empty(), Duration.ZERO);
    }

    @Test
    void a_waiter_that_gives_up_does_not_hold_up_those_behind_it(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes).acquire("a");
        Redlock client = clients.connect(nodes);
        CompletableFuture<AcquireResult> first = client.acquireAsync("a");
        CompletableFuture<AcquireResult> second = client.acquireAsync("a");
        first.cancel(true);

        lease.close();

        assertThat(second.join()).isInstanceOf(AcquireResult.Granted.class);
    }
}
