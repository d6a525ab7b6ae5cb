package dev.redlock.benchmarks.profile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time in nanoseconds: in the program's own code, and in system calls. */
public record CpuTime(long user, long kernel) {
    public static final CpuTime NONE = new CpuTime(0, 0);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public static CpuTime ofThisThread() {
        return ofTotal(THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadUserTime());
    }

    /** The two are not read at the same moment, and not with the same precision. */
    static CpuTime ofTotal(long total, long user) {
        return new CpuTime(Math.min(user, total), Math.max(0, total - user));
    }

    public CpuTime plus(CpuTime other) {
        return new CpuTime(user + other.user, kernel + other.kernel);
    }

    public CpuTime minus(CpuTime other) {
        return new CpuTime(user - other.user, kernel - other.kernel);
    }

    /** What is left, or nothing: of times with errors, the difference may be negative. */
    CpuTime minusOrNone(CpuTime other) {
        return new CpuTime(Math.max(0, user - other.user), Math.max(0, kernel - other.kernel));
    }

    public long total() {
        return user + kernel;
    }
}
