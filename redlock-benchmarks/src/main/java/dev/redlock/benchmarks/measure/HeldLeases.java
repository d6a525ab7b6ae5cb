package dev.redlock.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** What it costs to keep many leases: the processor time of the whole process while nothing else happens. */
record HeldLeases(String id, int leases) implements Measure {
    /** A third of the ttl: every lease is renewed once. */
    private static final Duration WINDOW = Contender.TTL.dividedBy(3);

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Override
    public List<Finding> run(Stage stage) {
        Map<String, List<Double>> load = new LinkedHashMap<>();
        Map<String, List<Double>> commands = new LinkedHashMap<>();
        hold(Kind.OURS, 5, load, commands);
        hold(Kind.OURS, 1, load, commands);
        hold(Kind.REDISSON_LOCK, 1, load, commands);
        String title = leases + " leases held and renewed, ttl 30 s: ";
        return List.of(
                Finding.of(new Heading(id, title + "part of one core", "%", "≤ 5 %"), load),
                Finding.of(
                        new Heading(id + " calls", title + "script calls per node and second", "1/s", ""), commands));
    }

    private void hold(Kind kind, int nodes, Map<String, List<Double>> load, Map<String, List<Double>> commands) {
        try (RedisNodeSet set = RedisNodeSet.start(nodes);
                Contender contender = kind.open(set.uris())) {
            IntStream.range(0, leases)
                    .parallel()
                    .forEach(lease -> ((Contender.Renewing) contender).lockAndRenew("held:" + lease));

            long callsBefore = Traffic.scripts(set.node(0), "calls");
            long cpuBefore = PROCESS.getProcessCpuTime();
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < WINDOW.toNanos()) {
                LockSupport.parkNanos(WINDOW.toNanos() - (System.nanoTime() - begin));
            }
            double took = System.nanoTime() - begin;
            double cpu = PROCESS.getProcessCpuTime() - cpuBefore;
            long calls = Traffic.scripts(set.node(0), "calls") - callsBefore;
            String label = kind.label() + ", " + nodes + (nodes == 1 ? " node" : " nodes");
            load.put(label, List.of(100 * cpu / took));
            commands.put(label, List.of(calls * 1e9 / took));
        }
    }
}
