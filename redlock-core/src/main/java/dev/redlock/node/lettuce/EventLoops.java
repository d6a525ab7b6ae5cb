package dev.redlock.node.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.Endpoint;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows the thread that each connection writes on. Lettuce keeps it to itself, but shows every new channel to us. */
final class EventLoops implements NettyCustomizer {
    private final Map<Object, EventLoop> byEndpoint = new ConcurrentHashMap<>();

    @Override
    public void afterChannelInitialized(Channel channel) {
        Endpoint endpoint = channel.pipeline().get(CommandHandler.class).getEndpoint();
        byEndpoint.put(endpoint, channel.eventLoop());
        channel.closeFuture().addListener(closed -> byEndpoint.remove(endpoint));
    }

    EventLoop of(Object connection) {
        EventLoop loop = connection instanceof RedisChannelHandler<?, ?> handler
                ? byEndpoint.get(handler.getChannelWriter())
                : null;
        if (loop == null) {
            throw new IllegalStateException("the connection has ended");
        }
        return loop;
    }
}
