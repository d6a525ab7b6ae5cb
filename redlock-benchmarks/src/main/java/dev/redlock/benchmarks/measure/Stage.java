package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
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
    private static final int WARMING_THREADS = 16;
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
        return open.computeIfAbsent(kind + "/" + onNodes, unused -> warm(kind.open(uris(onNodes))));
    }

    /** While the compiler is at work on the code of one contender, it takes a processor from all of them. */
    private Contender warm(Contender opened) {
        if (!size.warmUp().isZero()) {
            Load.ofOwnNames(WARMING_THREADS).run(opened, size.warmUp());
        }
        return opened;
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

    /** As many turns as the size says, see {@link #turns}. */
    <K, T> Map<K, List<T>> rounds(List<K> contenders, Function<K, T> slice) {
        return turns(contenders, size.warmUps(), size.rounds(), slice);
    }

    /**
     * Lets everybody have a slice in every round, in an order that rotates, so that nobody always comes after the same one.
     *
     * @return by contender what each round has given, without the rounds of warming up
     */
    static <K, T> Map<K, List<T>> turns(List<K> contenders, int warmUps, int rounds, Function<K, T> slice) {
        Map<K, List<T>> results = new LinkedHashMap<>();
        contenders.forEach(contender -> results.put(contender, new ArrayList<>()));
        List<K> order = new ArrayList<>(contenders);
        for (int round = -warmUps; round < rounds; round++) {
            for (K contender : order) {
                T result = slice.apply(contender);
                if (round >= 0) {
                    results.getOrDefault(contender, new ArrayList<>()).add(result);
                }
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
