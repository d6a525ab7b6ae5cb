package dev.redlock.node.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.Endpoint;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows the thread that each connection writes on. Lettuce keeps it to itself, but shows every new channel to us.
 *
 * <p>Lettuce flushes after every command, which is a system call each. Here the commands that have queued up for a connection
 * go out together; a command that is alone does not wait for others.
 */
final class EventLoops implements NettyCustomizer {
    /** So that the first of many commands are on their way while the last ones are still being written. */
    private static final int MOST_COMMANDS_PER_FLUSH = 64;

    private final Map<Object, EventLoop> byEndpoint = new ConcurrentHashMap<>();

    @Override
    public void afterChannelInitialized(Channel channel) {
        Endpoint endpoint = channel.pipeline().get(CommandHandler.class).getEndpoint();
        byEndpoint.put(endpoint, channel.eventLoop());
        channel.pipeline().addFirst(new FlushConsolidationHandler(MOST_COMMANDS_PER_FLUSH, true));
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
