package dev.redlock.runtime;

import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * All that comes from outside and is not a node.
 *
 * @param random from 0 to 1, for jitter
 * @param holderIds a fresh unguessable id at every call
 * @param callbacks where the user's code runs, because it may block
 */
public record Environment(
        Ticker ticker, Timers timers, DoubleSupplier random, Supplier<String> holderIds, Executor callbacks) {}
