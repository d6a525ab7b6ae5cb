package dev.redlock.docs.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.testkit.InMemoryCluster;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How users test their own code. */
class TestingSamplesTest {

    @Test
    void without_redis() {
        // sample
        InMemoryCluster cluster = InMemoryCluster.of(3);
        try (Redlock one = cluster.connect();
                Redlock other = cluster.connect()) {
            Lease lease = one.acquire("stock:7");
            assertThat(other.tryAcquire("stock:7")).isEmpty();
            lease.release();
        }
        // end
    }

    @Nested
    class WithRealRedis {
        // sample
        @RedisNodes(5)
        @Nested // hidden
        class PayoutTest {
            @Test
            void pays_once_although_a_node_dies(RedisNodeSet nodes) {
                try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
                    nodes.node(0).kill();
                    assertThat(redlock.tryAcquire("payout:42")).isPresent();
                }
            }
        }
        // end
    }
}
