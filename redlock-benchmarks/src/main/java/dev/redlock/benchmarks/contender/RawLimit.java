package dev.redlock.benchmarks.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What nobody who asks a majority can do without: Lettuce as it comes, the smallest script to every node at once, done when
 * a majority has answered. It has no token, no validity, no waiting and no clean-up of lost rounds; it is not a lock to use.
 */
final class RawLimit implements Contender {
    private static final String ACQUIRE = "return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])";
    private static final String RELEASE =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";
    private static final String TTL_MILLIS = Long.toString(TTL.toMillis());

    private final RedisClient client = RedisClient.create();
    private final List<RedisAsyncCommands<String, String>> nodes = new ArrayList<>();
    private final String id = UUID.randomUUID().toString().substring(0, 8);
    private final AtomicLong holds = new AtomicLong();
    private final String acquire;
    private final String release;

    RawLimit(List<String> uris) {
        String[] shas = new String[2];
        for (String uri : uris) {
            StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(uri));
            shas[0] = connection.sync().scriptLoad(ACQUIRE);
            shas[1] = connection.sync().scriptLoad(RELEASE);
            nodes.add(connection.async());
        }
        acquire = shas[0];
        release = shas[1];
    }

    @Override
    public Hold lock(String name) {
        return tryLock(name).orElseThrow(() -> new IllegalStateException("the limit does not wait for " + name));
    }

    @Override
    public Optional<Hold> tryLock(String name) {
        String[] keys = {"raw:" + name};
        String holder = id + holds.incrementAndGet();
        if (ask(acquire, ScriptOutputType.STATUS, keys, holder, TTL_MILLIS)) {
            return Optional.of(() -> ask(release, ScriptOutputType.INTEGER, keys, holder));
        }
        ask(release, ScriptOutputType.INTEGER, keys, holder);
        return Optional.empty();
    }

    private boolean ask(String sha, ScriptOutputType type, String[] keys, String... arguments) {
        Majority majority = new Majority(nodes.size());
        for (RedisAsyncCommands<String, String> node : nodes) {
            node.<Object>evalsha(sha, type, keys, arguments).whenComplete(majority::answered);
        }
        return majority.await();
    }

    private static final class Majority {
        private final CompletableFuture<Boolean> decided = new CompletableFuture<>();
        private final AtomicInteger yes = new AtomicInteger();
        private final AtomicInteger no = new AtomicInteger();
        private final int nodes;

        private Majority(int nodes) {
            this.nodes = nodes;
        }

        private void answered(@Nullable Object answer, @Nullable Throwable error) {
            boolean agrees = error == null && answer != null && !answer.equals(0L);
            if (agrees && yes.incrementAndGet() == nodes / 2 + 1) {
                decided.complete(true);
            } else if (!agrees && no.incrementAndGet() == nodes - nodes / 2) {
                decided.complete(false);
            }
        }

        private boolean await() {
            try {
                return decided.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("no majority has answered", e);
            }
        }
    }

    @Override
    public void close() {
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
