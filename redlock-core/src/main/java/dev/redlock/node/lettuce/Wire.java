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
import io.netty.channel.EventLoop;
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
    private final EventLoop mainLoop;
    private final EventLoop subscriberLoop;

    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private Wire(
            StatefulRedisPubSubConnection<String, String> main,
            StatefulRedisPubSubConnection<String, String> subscriber,
            EventLoops loops) {
        this.main = main;
        this.subscriber = subscriber;
        this.mainLoop = loops.of(main);
        this.subscriberLoop = loops.of(subscriber);
    }

    static CompletableFuture<Wire> connect(
            RedisClient client, EventLoops loops, RedisURI uri, BiConsumer<String, String> onMessage) {
        return open(client, uri)
                .thenCompose(main -> speaksResp3(main)
                        ? CompletableFuture.completedFuture(new Wire(main, main, loops))
                        : open(client, uri)
                                .thenApply(second -> new Wire(main, second, loops))
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

    /** Sends what {@code send} sends with {@link #commands()}, behind everything that was sent there before. */
    void inOrder(Runnable send) {
        enqueue(mainLoop, send);
    }

    void subscribe(String channel) {
        enqueue(subscriberLoop, () -> subscriber.async().subscribe(channel));
    }

    void unsubscribe(String channel) {
        enqueue(subscriberLoop, () -> subscriber.async().unsubscribe(channel));
    }

    /**
     * Netty queues what other threads send, but writes at once what its own thread sends, which would so overtake them: a
     * release that overtakes its acquire finds nothing, and the acquire then leaves a vote behind. So whatever that thread
     * sends has to join the queue.
     */
    private static void enqueue(EventLoop loop, Runnable send) {
        if (loop.inEventLoop()) {
            loop.execute(send);
        } else {
            send.run();
        }
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
