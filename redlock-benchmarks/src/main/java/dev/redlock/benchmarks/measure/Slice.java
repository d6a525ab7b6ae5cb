package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Contender.Hold;
import java.time.Duration;
import java.util.Arrays;

/** One thread that locks and unlocks new names for a while. */
final class Slice {
    private static final int MOST = 1 << 13;

    /** What measuring itself allocates: the array of times. Its trimmed copy and the names belong to what is measured. */
    static final long OWN_BYTES = MOST * (long) Long.BYTES;

    private Slice() {}

    /** How long each cycle of lock and unlock took, in nanoseconds. At least one. */
    static long[] cycles(Contender contender, Duration length) {
        return run(contender, length, true);
    }

    /** How long each lock took; the unlock is not counted. */
    static long[] acquires(Contender contender, Duration length) {
        return run(contender, length, false);
    }

    private static long[] run(Contender contender, Duration length, boolean wholeCycle) {
        long[] times = new long[MOST];
        int count = 0;
        long end = System.nanoTime() + length.toNanos();
        do {
            String name = Stage.newName();
            long begin = System.nanoTime();
            Hold hold = contender.lock(name);
            long locked = System.nanoTime();
            hold.unlock();
            times[count++] = (wholeCycle ? System.nanoTime() : locked) - begin;
        } while (System.nanoTime() - end < 0 && count < MOST);
        return Arrays.copyOf(times, count);
    }
}
