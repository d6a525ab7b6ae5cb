package dev.redlock.benchmarks.contender;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's locks on one server, with a lease time. */
final class RedissonSingle implements Contender.Renewing {
    private final RedissonClient client;
    private final boolean fenced;

    RedissonSingle(String uri, boolean fenced) {
        this.client = Redissons.connect(uri);
        this.fenced = fenced;
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
        try {
            if (fenced) {
                RFencedLock lock = client.getFencedLock(name);
                Long token = lock.tryLockAndGetToken(waitMillis, TTL.toMillis(), TimeUnit.MILLISECONDS);
                return token == null ? Optional.empty() : Optional.of(lock::unlock);
            }
            RLock lock = client.getLock(name);
            boolean granted = lock.tryLock(waitMillis, TTL.toMillis(), TimeUnit.MILLISECONDS);
            return granted ? Optional.of(lock::unlock) : Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its watchdog renews what has no lease time; that time is 30 s by default, as here. */
    @Override
    public Hold lockAndRenew(String name) {
        RLock lock = client.getLock(name);
        lock.lock();
        return lock::unlock;
    }

    @Override
    public void close() {
        Redissons.close(client);
    }
}
