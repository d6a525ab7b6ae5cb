package dev.redlock.docs.samples;

// sample
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.Test;

@RedisNodes(3)
class PayoutTest {
    @Test
    void one_at_a_time_although_a_node_dies(RedisNodeSet nodes) {
        try (Redlock one = Redlock.connect(nodes.uriArray());
                Redlock other = Redlock.connect(nodes.uriArray())) {
            nodes.node(0).kill();
            Lease lease = one.acquire("payout:42");
            assertTrue(other.tryAcquire("payout:42").isEmpty());
            lease.release();
        }
    }
}
// end
