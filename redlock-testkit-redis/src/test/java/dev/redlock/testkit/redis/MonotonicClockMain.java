package dev.redlock.testkit.redis;

import java.util.concurrent.TimeUnit;

/** Says what the monotonic clock of its process shows, in seconds. */
final class MonotonicClockMain {
    private MonotonicClockMain() {}

    public static void main(String[] arguments) {
        System.out.println(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()));
    }
}
