package dev.redlock.chaos.fault;

import dev.redlock.chaos.rig.NodeClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A clock that runs fast, made of many small steps. */
final class ClockRate {
    private static final Duration STEP = Duration.ofMillis(5);

    private final NodeClock clock;
    private final double faster;
    private final Thread thread = new Thread(this::run, "clock-rate");
    private volatile boolean stopped;
    private volatile boolean moved;

    ClockRate(NodeClock clock, double faster) {
        this.clock = clock;
        this.faster = faster;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long start = System.nanoTime();
        while (!stopped) {
            clock.move(Duration.ofNanos((long) ((System.nanoTime() - start) * faster)));
            moved = true;
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    boolean hasMoved() {
        return moved;
    }

    void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        clock.move(Duration.ZERO);
    }
}
