package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator who flushes the scripts of the nodes does not stop the lock. */
@RedisNodes(3)
class FlushedScriptsTest {
    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void acquire_extend_and_release_go_on_after_the_scripts_were_flushed(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        client.acquire("a", TRY_ONCE).close();

        flushScripts(nodes);
        Lease lease = client.acquire("a", TRY_ONCE);
        flushScripts(nodes);
        lease.extend();
        flushScripts(nodes);

        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        Votes.awaitNone(nodes, "a");
    }

    private static void flushScripts(RedisNodeSet nodes) {
        nodes.forEach(node -> assertThat(node.command("SCRIPT", "FLUSH"))
                .as("flush of %s", node)
                .isEqualTo("OK"));
    }
}
