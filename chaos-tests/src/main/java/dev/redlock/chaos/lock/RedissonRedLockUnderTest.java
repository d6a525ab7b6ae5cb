package dev.redlock.chaos.lock;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;

/** Redisson's lock on a majority of independent nodes, with a lease time. */
final class RedissonRedLockUnderTest implements LockUnderTest {
    private final List<RedissonClient> clients;
    private final LockSpec spec;

    RedissonRedLockUnderTest(LockSpec spec) {
        this.spec = spec;
        this.clients = spec.nodes().parallelStream()
                .map(node -> RedissonUnderTest.client(spec, node))
                .toList();
    }

    /** Its authors advise against it, and have nothing else that needs a majority of independent nodes. */
    @Override
    @SuppressWarnings("deprecation")
    public Hold acquire(String resource, Duration wait) throws NotGrantedException, InterruptedException {
        RLock[] members =
                clients.stream().map(client -> client.getLock(resource)).toArray(RLock[]::new);
        RLock lock = new RedissonRedLock(members);
        long calledAt = System.nanoTime();
        try {
            if (!lock.tryLock(wait.toMillis(), RedissonUnderTest.leaseMillis(spec), TimeUnit.MILLISECONDS)) {
                throw new NotGrantedException("tryLock says no");
            }
        } catch (RedisException e) {
            throw new NotGrantedException(e.toString());
        }
        // It says that it is not held as soon as one of its members is not, although a majority is all that it needs.
        return new RedissonHold(lock, 0, RedissonHold.validUntil(spec, wait, calledAt), false);
    }

    @Override
    public boolean countsFromItsStart() {
        return false;
    }

    @Override
    public void close() {
        clients.parallelStream().forEach(RedissonUnderTest::close);
    }
}
