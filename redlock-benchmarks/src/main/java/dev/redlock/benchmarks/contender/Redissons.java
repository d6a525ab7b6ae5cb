package dev.redlock.benchmarks.contender;

import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Clients of Redisson: its defaults, with threads by the number of processors, as its manual advises. */
final class Redissons {
    private Redissons() {}

    static RedissonClient connect(String uri) {
        Config config = new Config().setThreads(0).setNettyThreads(0);
        config.useSingleServer().setAddress(uri);
        return Redisson.create(config);
    }

    /** Without the seconds of quiet that it would wait for by default. */
    static void close(RedissonClient client) {
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
