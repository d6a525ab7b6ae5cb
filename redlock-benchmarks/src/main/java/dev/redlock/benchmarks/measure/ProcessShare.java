package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.profile.CpuTime;
import dev.redlock.benchmarks.profile.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one or several processes did in a slice.
 *
 * @param took nanoseconds, of whoever took longest
 * @param handovers how often the lock came from another process
 * @param callers processor time of the threads that contend
 * @param cycles of each of these threads
 */
record ProcessShare(long took, long handovers, CpuTime callers, List<Long> cycles) {
    static final ProcessShare NONE = new ProcessShare(0, 0, CpuTime.NONE, List.of());

    static ProcessShare parse(String line) {
        List<Long> numbers = Stream.of(line.split(" ", -1)).map(Long::valueOf).toList();
        return new ProcessShare(
                numbers.get(0),
                numbers.get(1),
                new CpuTime(numbers.get(2), numbers.get(3)),
                numbers.subList(4, numbers.size()));
    }

    String line() {
        return Stream.concat(Stream.of(took, handovers, callers.user(), callers.kernel()), cycles.stream())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    ProcessShare plus(ProcessShare other) {
        List<Long> all = new ArrayList<>(cycles);
        all.addAll(other.cycles);
        return new ProcessShare(
                Math.max(took, other.took), handovers + other.handovers, callers.plus(other.callers), all);
    }

    Workload.Work work() {
        return new Workload.Work(cycles.stream().mapToLong(Long::longValue).sum(), callers);
    }

    double handoversPerSecond() {
        return handovers * 1e9 / took;
    }

    double cyclesPerSecond() {
        return work().cycles() * 1e9 / took;
    }

    /** Cycles of the thread that had fewest, by those of the thread that had most. */
    double fairness() {
        long fewest = cycles.stream().mapToLong(Long::longValue).min().orElseThrow();
        long most = cycles.stream().mapToLong(Long::longValue).max().orElseThrow();
        return (double) fewest / most;
    }
}
