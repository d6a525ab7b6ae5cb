package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.profile.Profile;
import java.util.ArrayList;
import java.util.List;

/** All that is measured, in this order. */
public final class Measures {
    private static final int HELD = 10_000;

    private Measures() {}

    public static List<Measure> of(Size size) {
        List<Measure> all = new ArrayList<>(List.of(
                new Profiled(new CycleTime("P1", 5, Kind.OF_QUORUM, "≤ 1.10×"), Load.ofNewNames(), 5, Profile::ofTime),
                new CycleTime("P1-3", 3, Kind.OF_QUORUM, "≤ 1.10×"),
                new Profiled(new CycleTime("P2", 1, Kind.OF_ONE, "≤ 1.05×"), Load.ofNewNames(), 1, Profile::ofTime),
                new Profiled(
                        new Throughput("P3", 64, 5, Kind.OF_QUORUM, "≥ 3×"), Load.ofOwnNames(64), 5, Profile::ofTime),
                new Profiled(
                        new Throughput("P4", 16, 5, Kind.OF_QUORUM, "≥ 2×"), Load.ofOwnNames(16), 5, Profile::ofTime),
                new Profiled(new OneName("P5", 8, 5), Load.ofOneName(8), 5, Profile::ofTime),
                new Processes("P6", 4, 2, 5),
                new FarNodes("P7", 5),
                new SlowNode("P8", 5),
                new Profiled(new HeapPerCycle("P10", 5), Load.ofNewNames(), 5, Profile::ofHeap),
                new Traffic("P11", 5, Kind.OF_QUORUM),
                new Traffic("P11-1", 1, Kind.OF_ONE),
                new Leftovers("P12"),
                new FirstLease("P14", 5),
                new StoppedNode("P9", 5),
                new HeldLeases("P13", HELD, 5, List.of(Kind.OURS), "≤ 5 %"),
                OwnCode.ofCycle(),
                OwnCode.ofRound()));
        if (size.growth()) {
            all.add(new Throughput("P3-1", 64, 1, Kind.OF_ONE, ""));
            all.add(new HeldLeases("P13-1", HELD, 1, List.of(Kind.OURS, Kind.REDISSON_LOCK), ""));
            all.addAll(List.of(Growth.values()));
        }
        return all;
    }
}
