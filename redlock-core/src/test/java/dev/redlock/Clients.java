package dev.redlock;

import dev.redlock.testkit.redis.RedisNodeSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The clients of a test. They are closed after it, whatever it did. */
final class Clients implements AfterEachCallback {
    private final List<Redlock> open = new CopyOnWriteArrayList<>();

    Redlock connect(RedisNodeSet nodes) {
        return connect(nodes, builder -> {});
    }

    Redlock connect(RedisNodeSet nodes, Consumer<RedlockBuilder> settings) {
        return connect(nodes.uriArray(), settings);
    }

    Redlock connect(String[] uris, Consumer<RedlockBuilder> settings) {
        // Tests leave nodes dead or frozen; there is nothing to wait for then.
        RedlockBuilder builder = Redlock.builder().nodes(uris).closeTimeout(Duration.ofMillis(500));
        settings.accept(builder);
        Redlock client = builder.connect();
        open.add(client);
        return client;
    }

    Redlock connect(RedisNodeSet nodes, RedlockListener listener) {
        return connect(nodes, builder -> builder.listener(listener));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        open.forEach(Redlock::close);
        open.clear();
    }
}
