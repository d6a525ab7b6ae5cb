package dev.redlock.benchmarks.profile;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who has used how much of the processors. */
final class CpuSplit {
    private static final double MICRO = 1e3;

    private CpuSplit() {}

    /**
     * What was used between two moments, by part. What the clients used and no part accounts for is {@link Part#REST}: threads
     * that have ended, and those that are nobody's.
     *
     * @param callers what they say themselves
     */
    static Map<Part, CpuTime> between(Usage before, Usage after, CpuTime callers) {
        Map<Part, CpuTime> split = new EnumMap<>(Part.class);
        after.threads().forEach((id, thread) -> {
            ThreadTime earlier = before.threads().get(id);
            CpuTime used = earlier == null ? thread.time() : thread.time().minus(earlier.time());
            split.merge(Part.ofThread(thread.name()), used, CpuTime::plus);
        });
        // Found below, from the sum of all.
        split.remove(Part.REST);
        split.put(Part.CALLERS, callers);
        CpuTime known = split.values().stream().reduce(CpuTime.NONE, CpuTime::plus);
        split.put(Part.REST, after.clients().minus(before.clients()).minusOrNone(known));
        after.nodes()
                .ifPresent(now -> split.put(Part.NODES, now.minus(before.nodes().orElse(CpuTime.NONE))));
        return split;
    }

    /** In microseconds per cycle, for people. Who has used nothing is left out. */
    static Map<String, Double> perCycle(Map<Part, CpuTime> split, long cycles) {
        Map<String, Double> figures = new LinkedHashMap<>();
        split.forEach((part, time) -> {
            if (time.total() > 0 && part.makesSystemCalls()) {
                figures.put(part.label() + ": own code", time.user() / MICRO / cycles);
                figures.put(part.label() + ": system calls", time.kernel() / MICRO / cycles);
            } else if (time.total() > 0) {
                figures.put(part.label(), time.total() / MICRO / cycles);
            }
        });
        return figures;
    }
}
