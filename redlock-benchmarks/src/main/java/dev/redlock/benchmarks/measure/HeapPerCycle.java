package dev.redlock.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What all threads of this process together allocate for one cycle of lock and unlock. */
record HeapPerCycle(String id, int nodes) implements Measure {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double KILO = 1024;

    @Override
    public List<Finding> run(Stage stage) {
        Map<Kind, List<Double>> perCycle = stage.rounds(Kind.OF_QUORUM, kind -> {
            Contender contender = stage.contender(kind, nodes);
            long before = allocated();
            int cycles = Slice.cycles(contender, stage.size().slice()).length;
            return (allocated() - before - Slice.OWN_BYTES) / KILO / cycles;
        });
        Heading heading = new Heading(id, "heap allocated per lock and unlock, " + nodes + " nodes", "KB", "≤ 12 KB");
        return List.of(Finding.against(Kind.RAW.label(), heading, Stage.column(perCycle, value -> value)));
    }

    private static long allocated() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
