package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Two hundred threads of two processes want one lock: one at a time has it, everybody gets it, nothing is left. */
@RedisNodes(5)
@Isolated("two hundred threads need the cores")
class ContentionTest {
    @TempDir
    Path folder;

    @Test
    void two_hundred_threads_of_two_processes_enter_one_at_a_time_and_all_are_served(RedisNodeSet nodes)
            throws Exception {
        new Contention(ContenderProcess.class, folder).assertExclusiveAndServed(Duration.ofSeconds(20), nodes.uris());

        assertNothingIsLeft(nodes);
    }

    @Test
    void without_the_lock_the_same_threads_are_seen_to_overlap() throws Exception {
        new Contention(ContenderProcess.class, folder).assertOverlapsWithoutLock();
    }

    private static void assertNothingIsLeft(RedisNodeSet nodes) {
        Votes.awaitNone(nodes, "contended");
        for (RedisNode node : nodes) {
            assertThat(node.command("PUBSUB", "CHANNELS")).isEmpty();
            await().untilAsserted(
                            () -> assertThat(node.command("CLIENT", "LIST").lines())
                                    .as("our probe alone")
                                    .hasSize(1));
        }
    }
}
