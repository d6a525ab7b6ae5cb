package dev.redlock.node.lettuce;

import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import io.lettuce.core.RedisClient;
import java.time.Duration;

/**
 * What all nodes of one client share.
 *
 * @param connectTimeout for connecting and for the first questions to the server
 * @param stallTimeout a connection without an answer for so long is given up
 * @param toleratesEviction whether a server that may evict our keys is only warned about
 */
record LettuceSettings(
        RedisClient client,
        Channels channels,
        Dialect dialect,
        Ticker ticker,
        Timers timers,
        Duration connectTimeout,
        Duration stallTimeout,
        boolean toleratesEviction) {}
