package dev.redlock.benchmarks.contender;

import io.lettuce.core.RedisURI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Spring Integration's lock on one server, with its defaults, on Lettuce. */
final class SpringRegistry implements Contender {
    private final LettuceConnectionFactory connections;
    private final RedisLockRegistry registry;

    SpringRegistry(String uri) {
        RedisURI address = RedisURI.create(uri);
        connections =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration(address.getHost(), address.getPort()));
        connections.afterPropertiesSet();
        connections.start();
        registry = new RedisLockRegistry(connections, "spring", TTL.toMillis());
    }

    @Override
    public Hold lock(String name) {
        return lock(name, PATIENCE.toMillis()).orElseThrow(() -> new IllegalStateException("not granted: " + name));
    }

    @Override
    public Optional<Hold> tryLock(String name) {
        return lock(name, 0);
    }

    private Optional<Hold> lock(String name, long waitMillis) {
        Lock lock = registry.obtain(name);
        try {
            return lock.tryLock(waitMillis, TimeUnit.MILLISECONDS) ? Optional.of(lock::unlock) : Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
