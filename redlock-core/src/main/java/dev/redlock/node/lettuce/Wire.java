package dev.redlock.node.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * The connection to a server: one for commands and notifications, where the server speaks RESP3, else a second one for the
 * notifications. If one of the two breaks, both are over.
 */
final class Wire {
    private final StatefulRedisPubSubConnection<String, String> main;
    private final StatefulRedisPubSubConnection<String, String> subscriber;

    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private Wire(
            StatefulRedisPubSubConnection<String, String> main,
            StatefulRedisPubSubConnection<String, String> subscriber) {
        this.main = main;
        this.subscriber = subscriber;
    }

    static CompletableFuture<Wire> connect(RedisClient client, RedisURI uri, BiConsumer<String, String> onMessage) {
        return open(client, uri)
                .thenCompose(main -> speaksResp3(main)
                        ? CompletableFuture.completedFuture(new Wire(main, main))
                        : open(client, uri)
                                .thenApply(second -> new Wire(main, second))
                                .whenComplete((wire, error) -> {
                                    if (error != null) {
                                        main.closeAsync();
                                    }
                                }))
                .thenApply(wire -> {
                    wire.listen(onMessage);
                    return wire;
                });
    }

    private static CompletableFuture<StatefulRedisPubSubConnection<String, String>> open(
            RedisClient client, RedisURI uri) {
        try {
            return client.connectPubSubAsync(StringCodec.UTF8, uri).toCompletableFuture();
        } catch (RuntimeException closing) {
            return CompletableFuture.failedFuture(closing);
        }
    }

    private static boolean speaksResp3(StatefulRedisPubSubConnection<String, String> connection) {
        return connection instanceof StatefulRedisConnectionImpl<?, ?> impl
                && impl.getConnectionState().getNegotiatedProtocolVersion() == ProtocolVersion.RESP3;
    }

    private void listen(BiConsumer<String, String> onMessage) {
        subscriber.addListener(new RedisPubSubAdapter<String, String>() {
            @Override
            public void message(String channel, String message) {
                onMessage.accept(channel, message);
            }
        });
    }

    RedisPubSubAsyncCommands<String, String> commands() {
        return main.async();
    }

    RedisPubSubAsyncCommands<String, String> subscriber() {
        return subscriber.async();
    }

    boolean isOpen() {
        return main.isOpen() && subscriber.isOpen();
    }

    void onEnd(Runnable callback) {
        RedisConnectionStateListener listener = new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
                close();
                callback.run();
            }
        };
        main.addListener(listener);
        if (subscriber != main) {
            subscriber.addListener(listener);
        }
    }

    CompletableFuture<Void> close() {
        if (!closing.compareAndSet(false, true)) {
            return closed;
        }
        CompletableFuture<Void> ends = subscriber == main
                ? main.closeAsync()
                : CompletableFuture.allOf(main.closeAsync(), subscriber.closeAsync());
        ends.whenComplete((unused, error) -> closed.complete(null));
        return closed;
    }
}
