package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.MAX_TTL;
import static dev.redlock.ShortLeases.TRUSTING;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All nodes are restarted without their data, one after another, and the holder of a lock does not notice. */
@RedisNodes(5)
class RollingRestartTest {
    private static final LockOptions RENEWED =
            LONGEST.withTtl(Duration.ofMillis(1_500)).withRenewal(true);

    @RegisterExtension
    final Clients clients = new Clients();

    private final Recorder told = new Recorder();

    @Test
    void a_holder_keeps_its_lock_over_a_rolling_restart_and_a_rival_never_gets_it(RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, GUARDED.andThen(settings -> settings.listener(told)));
        Lease lease = holder.acquire("a", RENEWED);
        FencingToken token = lease.token();

        try (Rival rival = new Rival(clients.connect(nodes, GUARDED))) {
            for (int node = 0; node < 5; node++) {
                nodes.node(node).restartEmpty();
                int restarted = node;
                await().atMost(MAX_TTL.multipliedBy(4))
                        .until(() -> !Votes.on(nodes.node(restarted), "a").isEmpty());
            }

            assertThat(rival.tries()).isGreaterThan(20);
            assertThat(rival.wins()).isZero();
        }
        assertThat(told.lost).isEmpty();
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.token()).isEqualTo(token);
    }

    @Test
    void a_majority_that_restarts_at_once_and_is_trusted_gives_the_lock_away(RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, GUARDED.andThen(settings -> settings.listener(told)));
        Lease lease = holder.acquire("a", RENEWED);

        try (Rival rival = new Rival(clients.connect(nodes, TRUSTING))) {
            nodes.nodes().subList(0, 3).parallelStream().forEach(node -> node.restartEmpty());

            await().until(() -> rival.wins() > 0 || !told.lost.isEmpty() || !lease.isValid());
        }
    }

    /** Tries to get the lock all the time. */
    private static final class Rival implements AutoCloseable {
        private final AtomicInteger tries = new AtomicInteger();
        private final AtomicInteger wins = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();
        private final CompletableFuture<Void> trying;

        Rival(Redlock client) {
            trying = CompletableFuture.runAsync(() -> {
                while (!over.get()) {
                    AcquireResult result = client.acquireAsync(
                                    List.of("a"), TRY_ONCE.withNodeTimeout(Duration.ofMillis(100)))
                            .join();
                    tries.incrementAndGet();
                    if (result instanceof AcquireResult.Granted) {
                        wins.incrementAndGet();
                    }
                }
            });
        }

        int tries() {
            return tries.get();
        }

        int wins() {
            return wins.get();
        }

        @Override
        public void close() {
            over.set(true);
            trying.join();
        }
    }
}
