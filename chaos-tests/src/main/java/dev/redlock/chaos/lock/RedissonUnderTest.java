package dev.redlock.chaos.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;

/**
 * Redisson's locks on one server, or on a master with its replica, as its manual recommends: with a lease time, or with its
 * watchdog where holds are to be renewed. Timeouts are shorter than its defaults of seconds, to its advantage: otherwise it
 * would wait for a silent server for longer than a whole run.
 */
final class RedissonUnderTest implements LockUnderTest {
    private static final int TIMEOUT_MS = 500;
    private static final Duration RETRY_DELAY = Duration.ofMillis(20);

    private final RedissonClient client;
    private final LockSpec spec;
    private final boolean fenced;

    private RedissonUnderTest(RedissonClient client, LockSpec spec, boolean fenced) {
        this.client = client;
        this.spec = spec;
        this.fenced = fenced;
    }

    static LockUnderTest lock(LockSpec spec) {
        return new RedissonUnderTest(client(spec, spec.nodes().get(0)), spec, false);
    }

    static LockUnderTest fenced(LockSpec spec) {
        return new RedissonUnderTest(client(spec, spec.nodes().get(0)), spec, true);
    }

    /** The second address is that of the replica. */
    static LockUnderTest replicated(LockSpec spec) {
        Config config = config(spec);
        BaseMasterSlaveServersConfig<?> servers = config.useMasterSlaveServers()
                .setMasterAddress(spec.nodes().get(0))
                .addSlaveAddress(spec.nodes().get(1));
        servers.setReadMode(ReadMode.MASTER)
                .setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionPoolSize(8)
                .setMasterConnectionMinimumIdleSize(1)
                .setSlaveConnectionPoolSize(8)
                .setSlaveConnectionMinimumIdleSize(1);
        return new RedissonUnderTest(Redisson.create(patient(config, servers)), spec, false);
    }

    static RedissonClient client(LockSpec spec, String node) {
        Config config = config(spec);
        SingleServerConfig server = config.useSingleServer()
                .setAddress(node)
                .setConnectionPoolSize(8)
                .setConnectionMinimumIdleSize(1);
        return Redisson.create(patient(config, server));
    }

    private static Config config(LockSpec spec) {
        return new Config()
                .setLockWatchdogTimeout(spec.ttl().toMillis())
                .setThreads(2)
                .setNettyThreads(2);
    }

    private static Config patient(Config config, BaseConfig<?> servers) {
        servers.setTimeout(TIMEOUT_MS)
                .setConnectTimeout(TIMEOUT_MS)
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(RETRY_DELAY));
        return config;
    }

    /** Ends without the seconds of quiet that it would wait for by default. */
    static void close(RedissonClient client) {
        client.shutdown(0, TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public Hold acquire(String resource, Duration wait) throws NotGrantedException, InterruptedException {
        try {
            return fenced ? acquireFenced(resource, wait) : acquirePlain(resource, wait);
        } catch (RedisException e) {
            throw new NotGrantedException(e.toString());
        }
    }

    private Hold acquirePlain(String resource, Duration wait) throws NotGrantedException, InterruptedException {
        RLock lock = client.getLock(resource);
        long calledAt = System.nanoTime();
        if (!lock.tryLock(wait.toMillis(), leaseMillis(spec), TimeUnit.MILLISECONDS)) {
            throw new NotGrantedException("tryLock says no");
        }
        return new RedissonHold(lock, 0, RedissonHold.validUntil(spec, wait, calledAt), true);
    }

    private Hold acquireFenced(String resource, Duration wait) throws NotGrantedException {
        RFencedLock lock = client.getFencedLock(resource);
        long calledAt = System.nanoTime();
        Long token = lock.tryLockAndGetToken(wait.toMillis(), leaseMillis(spec), TimeUnit.MILLISECONDS);
        if (token == null) {
            throw new NotGrantedException("tryLockAndGetToken says no");
        }
        return new RedissonHold(lock, token, RedissonHold.validUntil(spec, wait, calledAt), true);
    }

    /** -1 is the watchdog. */
    static long leaseMillis(LockSpec spec) {
        return spec.renewal() ? -1 : spec.ttl().toMillis();
    }

    @Override
    public boolean countsFromItsStart() {
        return false;
    }

    @Override
    public void close() {
        close(client);
    }
}
