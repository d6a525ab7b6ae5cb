package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import java.util.ArrayList;
import java.util.List;

/** All that is measured, in this order. */
public final class Measures {
    private Measures() {}

    public static List<Measure> of(Size size) {
        List<Measure> all = new ArrayList<>(List.of(
                new CycleTime("P1", 5, Kind.OF_QUORUM, "≤ 1.10×"),
                new CycleTime("P1-3", 3, Kind.OF_QUORUM, "≤ 1.10×"),
                new CycleTime("P2", 1, Kind.OF_ONE, "≤ 1.05×"),
                new Throughput("P3", 64, 5, Kind.OF_QUORUM, "≥ 3×"),
                new Throughput("P3-1", 64, 1, Kind.OF_ONE, ""),
                new Throughput("P4", 16, 5, Kind.OF_QUORUM, "≥ 2×"),
                new OneName("P5", 8, 5),
                new Processes("P6", 4, 2, 5),
                new FarNodes("P7", 5),
                new SlowNode("P8", 5),
                new HeapPerCycle("P10", 5),
                new Traffic("P11", 5, Kind.OF_QUORUM),
                new Traffic("P11-1", 1, Kind.OF_ONE),
                new Leftovers("P12"),
                new FirstLease("P14", 5),
                new StoppedNode("P9", 5),
                new HeldLeases("P13", 10_000)));
        if (size.growth()) {
            all.addAll(List.of(Growth.values()));
        }
        return all;
    }
}
