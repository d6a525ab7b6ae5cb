package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** As long as a lease is valid nobody else has one, also if leases are dropped, run out or lose a node. */
@RedisNodes(5)
class ExclusionTest {
    private static final LockOptions BRIEF =
            LockOptions.defaults().withTtl(Duration.ofMillis(150)).withWaitTimeout(Duration.ofSeconds(30));

    @RegisterExtension
    final Clients clients = new Clients();

    private final Queue<Holding> history = new ConcurrentLinkedQueue<>();

    @Test
    void leases_that_are_dropped_run_out_before_the_next_one_begins(RedisNodeSet nodes) {
        contend(List.of(clients.connect(nodes), clients.connect(nodes), clients.connect(nodes)), 9);

        assertThat(history).hasSize(27);
        assertThat(Holding.violations(new ArrayList<>(history))).isEmpty();
    }

    @Test
    void a_node_that_freezes_and_wakes_up_lets_nobody_in_twice(RedisNodeSet nodes) {
        List<Redlock> rivals = List.of(clients.connect(nodes), clients.connect(nodes), clients.connect(nodes));
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> contend(rivals, 9));

        int freezes = 0;
        while (!done.isDone()) {
            nodes.node(freezes % 5).pause();
            int before = history.size();
            // Somebody gets the lock from the other four in the meantime.
            await().pollInterval(Duration.ofMillis(2)).until(() -> history.size() > before || done.isDone());
            nodes.node(freezes % 5).resume();
            freezes++;
        }

        done.join();
        assertThat(freezes).isGreaterThan(3);
        assertThat(Holding.violations(new ArrayList<>(history))).isEmpty();
    }

    private void contend(List<Redlock> rivals, int turns) {
        CompletableFuture.allOf(rivals.stream()
                        .map(rival -> CompletableFuture.runAsync(() -> takeTurns(rival, turns)))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private void takeTurns(Redlock rival, int turns) {
        int turn = 0;
        while (turn < turns) {
            turn += takeTurn(rival, turn % 3 == 0) ? 1 : 0;
        }
    }

    /**
     * A lease that is dropped runs out; it is counted for as long as its holder may believe in it. One that has ended by the
     * time this thread gets to run, because leases here are short and the machine may be busy, is no turn: nobody had it.
     */
    private boolean takeTurn(Redlock rival, boolean isDropped) {
        long wanted = System.nanoTime();
        Lease lease;
        try {
            lease = rival.acquire("a", BRIEF);
        } catch (LeaseLostException tooLate) {
            return false;
        }
        long from = System.nanoTime();
        Duration left = lease.remaining();
        if (left.isZero()) {
            return false;
        }
        long validUntil = from + left.toNanos();
        long until = isDropped ? validUntil : Math.min(validUntil, System.nanoTime());
        history.add(new Holding("rival", lease.token().value(), from, until, from - wanted, true));
        if (!isDropped) {
            lease.close();
        }
        return true;
    }
}
