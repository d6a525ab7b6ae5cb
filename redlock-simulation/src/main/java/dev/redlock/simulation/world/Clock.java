package dev.redlock.simulation.world;

import dev.redlock.time.Tick;
import dev.redlock.time.Ticker;

/** The clock of one machine: runs at a rate of its own, and may jump. */
final class Clock implements Ticker {
    private static final long MILLION = 1_000_000;

    private final Schedule schedule;
    private final long ppm;
    private long offset;

    Clock(Schedule schedule, long ppm, long offset) {
        this.schedule = schedule;
        this.ppm = ppm;
        this.offset = offset;
    }

    @Override
    public Tick now() {
        return new Tick(nanos());
    }

    long nanos() {
        long real = schedule.now();
        return offset + real + real * ppm / MILLION;
    }

    void jump(long nanos) {
        offset += nanos;
    }

    /** How long that takes in truth, rounded up: no timer is early by its own clock. */
    long real(long nanos) {
        long rate = MILLION + ppm;
        return nanos <= 0 ? 0 : (nanos * MILLION + rate - 1) / rate + 1;
    }
}
