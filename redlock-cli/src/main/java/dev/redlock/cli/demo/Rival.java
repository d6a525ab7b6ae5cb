package dev.redlock.cli.demo;

import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, as its manual recommends it for one server, with few threads. */
final class Rival {
    private Rival() {}

    static RedissonClient redisson(String node) {
        Config config = new Config().setThreads(2).setNettyThreads(2);
        config.useSingleServer().setAddress(node).setConnectionPoolSize(4).setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    /** Without the seconds of quiet that it would wait for by default. */
    static void close(RedissonClient client) {
        client.shutdown(0, 500, TimeUnit.MILLISECONDS);
    }
}
