package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.support.ChildJvm;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A holder whose process dies keeps others out for no longer than its ttl. */
@RedisNodes(5)
class HolderCrashTest {
    private static final int TTL = 1500;

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_lock_outlives_its_ttl_while_its_holder_lives_and_ends_when_it_is_killed(RedisNodeSet nodes)
            throws Exception {
        Redlock waiter = clients.connect(nodes);
        try (ChildJvm holder = ChildJvm.start(HolderProcess.class, arguments(nodes))) {
            FencingToken token = FencingToken.parse(holder.readLine());
            await().during(Duration.ofMillis(TTL + 300))
                    .untilAsserted(() -> assertThat(waiter.tryAcquire("a")).isEmpty());
            assertThat(Votes.ttls(nodes, "a")).allMatch(ttl -> ttl > 0);

            holder.kill();

            long killed = System.nanoTime();
            Lease next = waiter.acquire("a");
            // The ttl, what a waiter adds to be sure that it is over, and one round; not the wait of a retry.
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofMillis(2L * TTL));
            assertThat(next.token()).isGreaterThan(token);
        }
    }

    private static List<String> arguments(RedisNodeSet nodes) {
        List<String> arguments = new ArrayList<>(List.of("a", Integer.toString(TTL)));
        arguments.addAll(nodes.uris());
        return arguments;
    }
}
