package dev.redlock.node.lettuce;

import dev.redlock.time.ThreadTimers;
import dev.redlock.time.Tick;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import java.time.Duration;

/** Time in which a second lasts a tenth, so that heartbeats, retries and stalls can be waited for. */
final class HurriedTime implements Ticker, Timers {
    private static final int SPEED = 10;

    private final Timers real = new ThreadTimers("hurried-timers");

    @Override
    public Tick now() {
        return new Tick(System.nanoTime() * SPEED);
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        return real.schedule(delay.dividedBy(SPEED), task);
    }

    @Override
    public void close() {
        real.close();
    }
}
