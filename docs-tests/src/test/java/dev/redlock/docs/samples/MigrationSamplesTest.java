package dev.redlock.docs.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Before and after. */
@RedisNodes(1)
class MigrationSamplesTest {
    private int payments;

    @Test
    void from_redisson(RedisNodeSet nodes) throws InterruptedException {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(nodes.uris().get(0))
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(2);
        RedissonClient redisson = Redisson.create(config);
        try {
            // sample
            RLock lock = redisson.getLock("payout:42");
            if (!lock.tryLock(5, 30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("busy");
            }
            try {
                pay();
            } finally {
                lock.unlock();
            }
            // end
        } finally {
            redisson.shutdown();
        }
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            // sample
            try (Lease lease = redlock.acquire("payout:42")) {
                pay(lease.token());
            }
            // end
        }
        assertThat(payments).isEqualTo(2);
    }

    private void pay() {
        payments++;
    }

    private void pay(FencingToken token) {
        assertThat(token.value()).isPositive();
        payments++;
    }
}
