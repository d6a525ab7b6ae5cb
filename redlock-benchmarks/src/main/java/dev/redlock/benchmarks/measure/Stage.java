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
    private static final AtomicLong NAMES = new AtomicLong();

    private final Size size;
    private final RedisNodeSet nodes;
    private final Map<String, Contender> open = new LinkedHashMap<>();

    public Stage(Size size) {
        this.size = size;
        this.nodes = RedisNodeSet.start(size.growth() ? MANY_NODES : NODES);
    }

    Size size() {
        return size;
    }

    RedisNode node(int index) {
        return nodes.node(index);
    }

    public String provider() {
        return nodes.node(0).provider();
    }

    Contender contender(Kind kind, int onNodes) {
        return open.computeIfAbsent(
                kind + "/" + onNodes, unused -> kind.open(nodes.uris().subList(0, onNodes)));
    }

    /** A name that was never used. */
    static String newName() {
        return "payout:" + NAMES.incrementAndGet();
    }

    /**
     * Lets everybody have a slice in every round, in an order that rotates, so that nobody always comes after the same one.
     *
     * @return by contender what each round has given, without the rounds of warming up
     */
    <K, T> Map<K, List<T>> rounds(List<K> contenders, Function<K, T> slice) {
        Map<K, List<T>> results = new LinkedHashMap<>();
        contenders.forEach(contender -> results.put(contender, new ArrayList<>()));
        List<K> order = new ArrayList<>(contenders);
        for (int round = -size.warmUps(); round < size.rounds(); round++) {
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
        open.values().forEach(Contender::close);
        nodes.close();
    }
}
