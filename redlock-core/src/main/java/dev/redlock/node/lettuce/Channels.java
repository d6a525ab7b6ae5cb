package dev.redlock.node.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.Endpoint;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/** Knows what is behind each connection. Lettuce keeps it to itself, but shows every new channel to us. */
final class Channels implements NettyCustomizer {

    private final Map<Object, Line> byEndpoint = new ConcurrentHashMap<>();

    /**
     * What a connection is made of.
     *
     * @param loop the thread that writes and reads
     * @param unanswered the commands that were written, in that order; touched by that thread only
     */
    record Line(EventLoop loop, Queue<RedisCommand<?, ?, ?>> unanswered) {}

    /** Netty's default makes a new view of its memory for each read and each write. This one keeps the views, too. */
    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
        bootstrap.option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        CommandHandler handler = channel.pipeline().get(CommandHandler.class);
        Endpoint endpoint = handler.getEndpoint();
        byEndpoint.put(endpoint, new Line(channel.eventLoop(), handler.getStack()));
        channel.closeFuture().addListener(closed -> byEndpoint.remove(endpoint));
    }

    Line of(Object connection) {
        Line line = connection instanceof RedisChannelHandler<?, ?> handler
                ? byEndpoint.get(handler.getChannelWriter())
                : null;
        if (line == null) {
            throw new IllegalStateException("the connection has ended");
        }
        return line;
    }
}
