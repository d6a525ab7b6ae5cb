package dev.redlock.benchmarks.profile;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a thread, or a whole process, has used of the processors since it began. */
record ThreadTime(String name, CpuTime time) {
    /** On every Linux that one meets. */
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int USER = 11;
    private static final int KERNEL = 12;

    /** Reads what Linux says in a file called stat. The name is in parentheses, and may have spaces and parentheses in it. */
    static ThreadTime parse(String stat) {
        int end = stat.lastIndexOf(')');
        String name = stat.substring(stat.indexOf('(') + 1, end);
        List<String> fields = List.of(stat.substring(end + 2).strip().split(" ", -1));
        return new ThreadTime(
                name, new CpuTime(Long.parseLong(fields.get(USER)) * TICK, Long.parseLong(fields.get(KERNEL)) * TICK));
    }
}
