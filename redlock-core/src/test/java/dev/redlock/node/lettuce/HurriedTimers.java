package dev.redlock.node.lettuce;

import dev.redlock.time.ThreadTimers;
import dev.redlock.time.Timers;
import java.time.Duration;

/** Timers for which a second lasts 20 milliseconds, so that heartbeats and retries can be waited for. */
final class HurriedTimers implements Timers {
    private static final int SPEED = 50;

    private final Timers real = new ThreadTimers("hurried-timers");

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        return real.schedule(delay.dividedBy(SPEED), task);
    }

    @Override
    public void close() {
        real.close();
    }
}
