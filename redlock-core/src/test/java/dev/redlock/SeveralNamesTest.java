package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several names are one lock: all of them or none, in whatever order they are given. */
@RedisNodes(3)
class SeveralNamesTest {
    private static final LockOptions PATIENT = LockOptions.defaults().withWaitTimeout(Duration.ofMinutes(1));

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void all_names_are_taken_with_one_token_and_given_back_together(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes).acquire(List.of("b", "a", "b"));

        assertThat(lease.names()).containsExactly("a", "b");
        await().until(() -> Votes.count(nodes, "a") == 3 && Votes.count(nodes, "b") == 3);
        assertThat(Votes.of(nodes, "a")).isEqualTo(Votes.of(nodes, "b"));

        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        Votes.awaitNone(nodes, "a");
        Votes.awaitNone(nodes, "b");
    }

    @Test
    void one_name_that_is_held_keeps_all_others_free(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        clients.connect(nodes).acquire("b");

        assertThat(client.tryAcquire(List.of("a", "b"), PATIENT.withWaitTimeout(Duration.ZERO)))
                .isEmpty();

        Votes.awaitNone(nodes, "a");
        assertThat(client.tryAcquire("a")).isPresent();
    }

    @Test
    void one_name_that_was_lost_means_that_the_lock_is_lost(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        Lease lease = client.acquire(List.of("a", "b"));
        await().until(() -> Votes.count(nodes, "b") == 3);
        client.forceRelease("b");
        Lease other = clients.connect(nodes).acquire("b");
        // Where its vote has not arrived yet, ours would be restored.
        await().until(() -> Votes.count(nodes, "b") == 3);

        assertThatThrownBy(lease::extend).isInstanceOf(LeaseLostException.class);

        assertThat(lease.release()).isEqualTo(ReleaseResult.OTHER_OWNER);
        Votes.awaitNone(nodes, "a");
        assertThat(other.isValid()).isTrue();
    }

    @Test
    void rivals_with_overlapping_names_in_opposite_order_never_block_each_other(RedisNodeSet nodes) throws Exception {
        AtomicInteger inside = new AtomicInteger();
        Redlock one = clients.connect(nodes);
        Redlock other = clients.connect(nodes);
        List<List<String>> wishes = List.of(List.of("a", "b", "c"), List.of("c", "b"), List.of("b", "a"));

        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> takeTurns(one, wishes, inside));
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> takeTurns(other, wishes, inside));
        CompletableFuture<Void> third = CompletableFuture.runAsync(() -> takeTurns(other, wishes, inside));

        CompletableFuture.allOf(first, second, third).get(60, TimeUnit.SECONDS);
        for (String name : List.of("a", "b", "c")) {
            Votes.awaitNone(nodes, name);
        }
    }

    /** All wishes have b in common, so that only one of the rivals is inside at a time. */
    private static void takeTurns(Redlock client, List<List<String>> wishes, AtomicInteger inside) {
        for (int turn = 0; turn < 100; turn++) {
            try (Lease lease = client.acquire(wishes.get(turn % wishes.size()), PATIENT)) {
                assertThat(inside.incrementAndGet()).as("holders of b").isEqualTo(1);
                assertThat(lease.isValid()).isTrue();
                inside.decrementAndGet();
            }
        }
    }
}
