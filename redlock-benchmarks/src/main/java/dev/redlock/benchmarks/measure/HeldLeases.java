package dev.redlock.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.profile.CpuTime;
import dev.redlock.benchmarks.profile.Profile;
import dev.redlock.benchmarks.profile.Workload.Work;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** What it costs to keep many leases: the processor time of the whole process while nothing else happens. */
record HeldLeases(String id, int leases, int nodes, List<Kind> kinds, String target) implements Measure {
    /** A third of the ttl: every lease is renewed once. */
    private static final Duration WINDOW = Contender.TTL.dividedBy(3);

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /**
     * What was seen in one window.
     *
     * @param load part of one core, in percent
     * @param calls of scripts, per node and second
     */
    private record Seen(double load, double calls) {}

    @Override
    public List<Finding> run(Stage stage) {
        Map<String, List<Double>> load = new LinkedHashMap<>();
        Map<String, List<Double>> calls = new LinkedHashMap<>();
        List<Finding> profile = new ArrayList<>();
        for (Kind kind : kinds) {
            try (RedisNodeSet set = RedisNodeSet.start(nodes);
                    Contender contender = kind.open(set.uris())) {
                IntStream.range(0, leases)
                        .parallel()
                        .forEach(lease -> ((Contender.Renewing) contender).lockAndRenew("held:" + lease));
                // Until each has been renewed once: before that, most of the time is the compiler's.
                rest(stage.size().warmUp().isZero() ? Duration.ZERO : WINDOW);
                Seen seen = watch(set);
                load.put(kind.label(), List.of(seen.load()));
                calls.put(kind.label(), List.of(seen.calls()));
                if (stage.profiles() && nodes > 1) {
                    stage.closeContenders();
                    profile.addAll(profile(set));
                }
            }
        }
        String where = nodes == 1 ? ", one node" : ", " + nodes + " nodes";
        String title = leases + " leases held and renewed, ttl 30 s" + where + ": ";
        List<Finding> findings = new ArrayList<>(List.of(
                Finding.of(new Heading(id, title + "part of one core", "%", target), load),
                Finding.of(new Heading(id + " calls", title + "script calls per node and second", "1/s", ""), calls)));
        findings.addAll(profile);
        return findings;
    }

    private static Seen watch(RedisNodeSet set) {
        long callsBefore = Traffic.scripts(set.node(0), "calls");
        long cpuBefore = PROCESS.getProcessCpuTime();
        long begin = System.nanoTime();
        rest(WINDOW);
        double took = System.nanoTime() - begin;
        double cpu = PROCESS.getProcessCpuTime() - cpuBefore;
        long calls = Traffic.scripts(set.node(0), "calls") - callsBefore;
        return new Seen(100 * cpu / took, calls * 1e9 / took);
    }

    /** In one window every lease is renewed once, without a call of the lock. That is little to do, so it takes longer to see. */
    private List<Finding> profile(RedisNodeSet set) {
        return Profile.ofThisProcess(id, "renewal", Stage.pids(set.nodes()))
                .withLength(WINDOW.multipliedBy(3))
                .ofTime(length -> {
                    rest(length);
                    return new Work(leases * length.toMillis() / WINDOW.toMillis(), CpuTime.NONE);
                });
    }

    private static void rest(Duration length) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < length.toNanos()) {
            LockSupport.parkNanos(length.toNanos() - (System.nanoTime() - begin));
        }
    }
}
