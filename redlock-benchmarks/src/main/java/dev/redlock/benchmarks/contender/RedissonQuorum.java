package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's lock on a majority of independent nodes, with a lease time: the only one of its kind that it has. */
final class RedissonQuorum implements Contender {
    private final List<RedissonClient> clients;

    RedissonQuorum(List<String> uris) {
        clients = uris.parallelStream().map(Redissons::connect).toList();
    }

    @Override
    public Hold lock(String name) {
        return lock(name, PATIENCE.toMillis()).orElseThrow(() -> new IllegalStateException("not granted: " + name));
    }

    @Override
    public Optional<Hold> tryLock(String name) {
        return lock(name, 0);
    }

    @SuppressWarnings("deprecation") // its authors advise against it, and have nothing else that asks a majority
    private Optional<Hold> lock(String name, long waitMillis) {
        RLock[] members = clients.stream().map(client -> client.getLock(name)).toArray(RLock[]::new);
        RLock lock = new RedissonRedLock(members);
        try {
            boolean granted = lock.tryLock(waitMillis, TTL.toMillis(), TimeUnit.MILLISECONDS);
            return granted ? Optional.of(lock::unlock) : Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        clients.parallelStream().forEach(Redissons::close);
    }
}
