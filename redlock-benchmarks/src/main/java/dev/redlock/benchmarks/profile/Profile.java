package dev.redlock.benchmarks.profile;

import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where the time or the heap of a workload goes.
 *
 * @param id of the measure that has the same workload
 * @param cycle what is done over and over, for people
 * @param clients their processes
 * @param nodes their processes, where they are known
 */
public record Profile(String id, String cycle, List<Long> clients, List<Long> nodes, Duration length) {
    private static final Duration LENGTH = Duration.ofSeconds(5);
    private static final Duration WARM_UP = LENGTH;
    private static final int LARGEST = 10;

    public Profile(String id, String cycle, List<Long> clients, List<Long> nodes) {
        this(id, cycle, clients, nodes, LENGTH);
    }

    public static Profile ofThisProcess(String id, String cycle, List<Long> nodes) {
        return new Profile(id, cycle, List.of(ProcessHandle.current().pid()), nodes);
    }

    public Profile withLength(Duration other) {
        return new Profile(id, cycle, clients, nodes, other);
    }

    /** Who uses the processors, and for what. */
    public List<Finding> ofTime(Workload workload) {
        warmUp(workload);
        try (FlightRecording recording = FlightRecording.ofTime()) {
            List<Finding> findings = new ArrayList<>(processors(workload));
            Samples samples = recording.samples();
            Map<String, Double> shares = new LinkedHashMap<>();
            samples.shares().forEach((area, share) -> shares.put(area.label(), share));
            String title = String.format(
                    Locale.ROOT,
                    "our lock: what its threads do when they neither sleep nor wait (%d samples; an event loop that waits"
                            + " for the network is %.0f %% of all)",
                    samples.count(),
                    samples.waiting());
            findings.add(Finding.ofParts(new Heading(id + " areas", title, "%", ""), shares));
            return findings;
        }
    }

    /** Who uses the processors: for clients in other processes, which cannot be recorded from here. */
    public List<Finding> ofProcessors(Workload workload) {
        return Usage.seesOthers() ? processors(workload) : List.of();
    }

    /** What is allocated, and by whom. */
    public List<Finding> ofHeap(Workload workload) {
        warmUp(workload);
        try (FlightRecording recording = FlightRecording.ofHeap()) {
            long cycles = workload.run(length).cycles();
            Map<String, Double> perCycle = new LinkedHashMap<>();
            Allocation.largest(recording.allocations(), LARGEST)
                    .forEach((what, bytes) -> perCycle.put(what, (double) bytes / cycles));
            String title = "our lock: heap per " + cycle + " by class and by who allocates it, sampled";
            return List.of(Finding.ofParts(new Heading(id + " classes", title, "B", ""), perCycle));
        }
    }

    /** The lock has just been opened anew, and the code is not compiled for having it alone. */
    private void warmUp(Workload workload) {
        workload.run(WARM_UP.compareTo(length) < 0 ? WARM_UP : length);
    }

    private List<Finding> processors(Workload workload) {
        try {
            Usage before = Usage.now(clients, nodes);
            Workload.Work work = workload.run(length);
            Usage after = Usage.now(clients, nodes);
            Map<String, Double> perCycle =
                    CpuSplit.perCycle(CpuSplit.between(before, after, work.callers()), work.cycles());
            String title = "our lock: processor time per " + cycle;
            return List.of(Finding.ofParts(new Heading(id + " processors", title, "µs", ""), perCycle));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
