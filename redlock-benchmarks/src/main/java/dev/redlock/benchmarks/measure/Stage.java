package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Where measures take place: real nodes, and contenders that stay connected from one measure to the next. */
public final class Stage implements AutoCloseable {
    private static final int NODES = 5;
    private static final int MANY_NODES = 9;

    /** For how long the compiler is watched, and the part of that time in which it may be at work. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final double QUIET_COMPILER = 0.05;
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final AtomicLong NAMES = new AtomicLong();

    private final Size size;
    private final boolean profiles;
    private final RedisNodeSet nodes;
    private final Map<String, Contender> open = new LinkedHashMap<>();

    /**
     * Starts the nodes.
     *
     * @param profiles whether measures shall find out where the time goes, too
     */
    public Stage(Size size, boolean profiles) {
        this.size = size;
        this.profiles = profiles;
        this.nodes = RedisNodeSet.start(size.growth() ? MANY_NODES : NODES);
    }

    Size size() {
        return size;
    }

    boolean profiles() {
        return profiles;
    }

    RedisNode node(int index) {
        return nodes.node(index);
    }

    List<RedisNode> nodes(int count) {
        return nodes.nodes().subList(0, count);
    }

    /** Of the processes of nodes, as far as this machine knows them: those in containers are elsewhere. */
    static List<Long> pids(List<RedisNode> nodes) {
        try {
            return nodes.stream().map(RedisNode::pid).toList();
        } catch (UnsupportedOperationException inContainer) {
            return List.of();
        }
    }

    List<String> uris(int onNodes) {
        return nodes.uris().subList(0, onNodes);
    }

    public String provider() {
        return nodes.node(0).provider();
    }

    Contender contender(Kind kind, int onNodes) {
        return open.computeIfAbsent(kind + "/" + onNodes, unused -> kind.open(uris(onNodes)));
    }

    /** Until somebody needs them again: a profile cannot tell whose threads it sees. */
    void closeContenders() {
        open.values().forEach(Contender::close);
        open.clear();
    }

    /** A name that was never used. */
    static String newName() {
        return "payout:" + NAMES.incrementAndGet();
    }

    /** As many turns as the size says, see {@link #turns}, after everybody has become as fast as it can. */
    <K, T> Map<K, List<T>> rounds(List<K> contenders, Function<K, T> slice) {
        contenders.forEach(contender -> warmUp(contender, slice));
        return turns(contenders, size.rounds(), slice);
    }

    /**
     * Repeats it until the compiler has little to do: while it is at work on the code of one contender, it takes a processor
     * from all of them. The rule is the same for everybody; who has less code is done sooner.
     */
    private <K> void warmUp(K contender, Function<K, ?> slice) {
        long begin = System.nanoTime();
        boolean isCompiling = true;
        while (isCompiling && System.nanoTime() - begin < size.warmUp().toNanos()) {
            long lookedAt = System.nanoTime();
            long before = COMPILER.getTotalCompilationTime();
            do {
                Object unused = slice.apply(contender);
            } while (System.nanoTime() - lookedAt < LOOK.toNanos());
            double share = (COMPILER.getTotalCompilationTime() - before) * 1e6 / (System.nanoTime() - lookedAt);
            isCompiling = share > QUIET_COMPILER;
        }
    }

    /**
     * Lets everybody have a slice in every round, in an order that rotates, so that nobody always comes after the same one.
     *
     * @return by contender what each round has given
     */
    static <K, T> Map<K, List<T>> turns(List<K> contenders, int rounds, Function<K, T> slice) {
        Map<K, List<T>> results = new LinkedHashMap<>();
        contenders.forEach(contender -> results.put(contender, new ArrayList<>()));
        List<K> order = new ArrayList<>(contenders);
        for (int round = 0; round < rounds; round++) {
            for (K contender : order) {
                results.getOrDefault(contender, new ArrayList<>()).add(slice.apply(contender));
            }
            Collections.rotate(order, 1);
        }
        return results;
    }

    /** One number of each result, under the name by which people know the contender. */
    static <T> Map<String, List<Double>> column(Map<Kind, List<T>> results, Function<T, Double> number) {
        Map<String, List<Double>> column = new LinkedHashMap<>();
        results.forEach((kind, rounds) ->
                column.put(kind.label(), rounds.stream().map(number).toList()));
        return column;
    }

    @Override
    public void close() {
        closeContenders();
        nodes.close();
    }
}
