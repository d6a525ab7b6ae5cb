package dev.redlock.node.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.push.PushMessage;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a server: one for commands and notifications, where the server speaks RESP3, else a second one for the
 * notifications. If one of the two breaks, both are over.
 *
 * <p>Lettuce has a kind of connection that takes notifications, but there every answer is kept twice, because it might be one.
 * With RESP3 an answer cannot be taken for a notification, so that a plain connection will do.
 */
final class Wire {
    private static final StringCodec CODEC = StringCodec.UTF8;

    private final StatefulRedisConnection<String, String> main;
    private final Channels.Line line;

    /** Null where notifications come on the main connection. */
    private final @Nullable StatefulRedisPubSubConnection<String, String> subscriber;

    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private Wire(
            StatefulRedisConnection<String, String> main,
            @Nullable StatefulRedisPubSubConnection<String, String> subscriber,
            Channels channels) {
        this.main = main;
        this.subscriber = subscriber;
        this.line = channels.of(main);
    }

    static CompletableFuture<Wire> connect(
            RedisClient client, Channels channels, RedisURI uri, BiConsumer<String, String> onMessage) {
        return open(() -> client.connectAsync(CODEC, uri))
                .thenCompose(main -> speaksResp3(main)
                        ? CompletableFuture.completedFuture(new Wire(main, null, channels))
                        : open(() -> client.connectPubSubAsync(CODEC, uri))
                                .thenApply(second -> new Wire(main, second, channels))
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

    private static <T> CompletableFuture<T> open(Supplier<? extends CompletionStage<T>> connect) {
        try {
            return connect.get().toCompletableFuture();
        } catch (RuntimeException closing) {
            return CompletableFuture.failedFuture(closing);
        }
    }

    private static boolean speaksResp3(StatefulRedisConnection<String, String> connection) {
        return connection instanceof StatefulRedisConnectionImpl<?, ?> impl
                && impl.getConnectionState().getNegotiatedProtocolVersion() == ProtocolVersion.RESP3;
    }

    private void listen(BiConsumer<String, String> onMessage) {
        if (subscriber == null) {
            main.addListener(push -> onPush(push, onMessage));
        } else {
            subscriber.addListener(new RedisPubSubAdapter<String, String>() {
                @Override
                public void message(String channel, String message) {
                    onMessage.accept(channel, message);
                }
            });
        }
    }

    private void onPush(PushMessage push, BiConsumer<String, String> onMessage) {
        switch (push.getType()) {
            case "message" -> {
                List<Object> content = push.getContent();
                onMessage.accept(text(content.get(1)), text(content.get(2)));
            }
            case "subscribe", "unsubscribe" -> {
                // The server's only answer to these; a plain connection would wait for another one.
                if (line.unanswered().peek() instanceof Subscription) {
                    line.unanswered().remove().complete();
                }
            }
            default -> {}
        }
    }

    private static String text(Object bytes) {
        return CODEC.decodeValue(((ByteBuffer) bytes).duplicate());
    }

    RedisAsyncCommands<String, String> commands() {
        return main.async();
    }

    /** Runs it on the thread that writes, behind all that was handed in there before. */
    void execute(Runnable task) {
        line.loop().execute(task);
    }

    /** To be called on that thread, where commands are written at once and so leave in the order of the calls. */
    void write(RedisCommand<String, String, ?> command) {
        main.dispatch(command);
    }

    /** To be called on the thread that writes. */
    void subscribe(String channel) {
        if (subscriber == null) {
            write(new Subscription(CommandType.SUBSCRIBE, channel));
        } else {
            subscriber.async().subscribe(channel);
        }
    }

    /** To be called on the thread that writes. */
    void unsubscribe(String channel) {
        if (subscriber == null) {
            write(new Subscription(CommandType.UNSUBSCRIBE, channel));
        } else {
            subscriber.async().unsubscribe(channel);
        }
    }

    private static final class Subscription extends Command<String, String, String> {
        private Subscription(CommandType type, String channel) {
            super(type, new StatusOutput<>(CODEC), new CommandArgs<>(CODEC).addKey(channel));
        }
    }

    boolean isOpen() {
        return main.isOpen() && (subscriber == null || subscriber.isOpen());
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
        if (subscriber != null) {
            subscriber.addListener(listener);
        }
    }

    CompletableFuture<Void> close() {
        if (!closing.compareAndSet(false, true)) {
            return closed;
        }
        CompletableFuture<Void> ends = subscriber == null
                ? main.closeAsync()
                : CompletableFuture.allOf(main.closeAsync(), subscriber.closeAsync());
        ends.whenComplete((unused, error) -> closed.complete(null));
        return closed;
    }
}
