package dev.redlock.docs.samples;

import static dev.redlock.docs.samples.Nodes.nodesOfAUser;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.provider.inmemory.InMemoryLockProvider;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Before and after. */
@RedisNodes(3)
class MigrationSamplesTest {
    private int payments;

    @Test
    void from_redisson(RedisNodeSet nodes) throws InterruptedException {
        RedissonClient redisson = redisson(nodes.uris().get(0));
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

    @Test
    @SuppressWarnings("deprecation") // its authors advise against it, which is why somebody wants to leave it
    void from_redisson_on_several_nodes(RedisNodeSet nodes) throws InterruptedException {
        List<RedissonClient> clients =
                nodes.uris().stream().map(MigrationSamplesTest::redisson).toList();
        RedissonClient r1 = clients.get(0);
        RedissonClient r2 = clients.get(1);
        RedissonClient r3 = clients.get(2);
        try {
            // sample
            RLock lock = new RedissonRedLock(r1.getLock("payout:42"), r2.getLock("payout:42"), r3.getLock("payout:42"));
            if (lock.tryLock(5, 30, TimeUnit.SECONDS)) {
                try {
                    pay();
                } finally {
                    lock.unlock();
                }
            }
            // end
        } finally {
            clients.forEach(RedissonClient::shutdown);
        }
        // sample
        try (Redlock redlock = Redlock.connect(nodesOfAUser(nodes))) {
            redlock.withLock("payout:42", lease -> pay(lease.token()));
        }
        // end
        assertThat(payments).isEqualTo(2);
    }

    @Test
    void from_shedlock(RedisNodeSet nodes) {
        LockProvider lockProvider = new InMemoryLockProvider();
        // sample
        LockingTaskExecutor executor = new DefaultLockingTaskExecutor(lockProvider);
        executor.executeWithLock(
                (Runnable) () -> pay(),
                new LockConfiguration(Instant.now(), "report", Duration.ofMinutes(1), Duration.ZERO));
        // end
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            // sample
            Optional<Lease> turn =
                    redlock.tryAcquire("report", LockOptions.defaults().withTtl(Duration.ofMinutes(1)));
            if (turn.isPresent()) {
                try (Lease lease = turn.get()) {
                    pay(lease.token());
                }
            }
            // end
        }
        assertThat(payments).isEqualTo(2);
    }

    @Test
    void from_spring_integration(RedisNodeSet nodes) {
        LettuceConnectionFactory connectionFactory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(
                nodes.node(0).host(), nodes.node(0).port()));
        connectionFactory.afterPropertiesSet();
        connectionFactory.start();
        // sample
        RedisLockRegistry registry = new RedisLockRegistry(connectionFactory, "app", 30_000);
        Lock lock = registry.obtain("stock:7");
        // end
        work(lock);
        registry.destroy();
        connectionFactory.destroy();
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            work(ours(redlock));
        }
        assertThat(payments).isEqualTo(2);
    }

    private static Lock ours(Redlock redlock) {
        // sample
        Lock lock = redlock.asLock("stock:7", LockOptions.defaults().withTtl(Duration.ofSeconds(30)));
        // end
        return lock;
    }

    private void work(Lock lock) {
        lock.lock();
        try {
            pay();
        } finally {
            lock.unlock();
        }
    }

    private static RedissonClient redisson(String uri) {
        Config config = new Config();
        config.useSingleServer().setAddress(uri).setConnectionMinimumIdleSize(1).setConnectionPoolSize(2);
        return Redisson.create(config);
    }

    private void pay() {
        payments++;
    }

    private int pay(FencingToken token) {
        assertThat(token.value()).isPositive();
        return ++payments;
    }
}
