package dev.redlock.benchmarks.profile;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What threads were doing at regular moments.
 *
 * @param inJava threads that were in the code of a program, nearly all of them each time
 * @param inSystemCalls one thread each time, in turns, of those that were in a system call or waited in one
 */
record Samples(List<Sample> inJava, List<Sample> inSystemCalls) {

    record Sample(String thread, List<Frame> stack) {
        /** Other threads of the process have nothing to do with the lock. */
        boolean isOfLock() {
            Part part = Part.ofThread(thread);
            return part == Part.EVENT_LOOP
                    || part == Part.TIMER
                    || stack.stream().anyMatch(frame -> frame.isIn("dev.redlock"));
        }
    }

    /** Of how many samples the {@link #shares} are. */
    long count() {
        return Stream.concat(inJava.stream(), inSystemCalls.stream())
                .filter(sample -> sample.isOfLock() && Area.of(sample.stack()) != Area.WAIT)
                .count();
    }

    /** The part of each area in what threads do when they do not wait, in percent, largest first. */
    Map<Area, Double> shares() {
        Map<Area, Double> weights = weights();
        weights.remove(Area.WAIT);
        double all = sum(weights);
        Map<Area, Double> shares = new LinkedHashMap<>();
        weights.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> shares.put(entry.getKey(), 100 * entry.getValue() / all));
        return shares;
    }

    /** For how much of the time threads wait for the network, in percent; the rest are the {@link #shares}. */
    double waiting() {
        Map<Area, Double> weights = weights();
        return weights.isEmpty() ? 0 : 100 * weights.getOrDefault(Area.WAIT, 0.0) / sum(weights);
    }

    private Map<Area, Double> weights() {
        Map<Area, Double> weights = new EnumMap<>(Area.class);
        add(weights, inJava, 1);
        add(weights, inSystemCalls, weightOfSystemCall());
        return weights;
    }

    private static double sum(Map<Area, Double> weights) {
        return weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * For how many samples one of a system call stands. As the recorder looks at one thread each time, a thread that never
     * leaves its system call is seen once in so many times as there are threads to look at. There are such threads: those that
     * wait for the nodes to end.
     */
    double weightOfSystemCall() {
        Map<String, Integer> byThread = new HashMap<>();
        inSystemCalls.forEach(sample -> byThread.merge(sample.thread(), 1, Integer::sum));
        int most = byThread.values().stream().mapToInt(Integer::intValue).max().orElse(1);
        return Math.max(1, inSystemCalls.size()) / (double) most;
    }

    private static void add(Map<Area, Double> weights, List<Sample> samples, double weight) {
        samples.stream()
                .filter(Sample::isOfLock)
                .forEach(sample -> weights.merge(Area.of(sample.stack()), weight, Double::sum));
    }
}
