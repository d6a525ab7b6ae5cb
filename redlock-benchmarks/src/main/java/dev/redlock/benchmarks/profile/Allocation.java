package dev.redlock.benchmarks.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Heap that was allocated, as a sample tells of it.
 *
 * @param type the class of the object, as the JVM calls it
 * @param bytes for which this sample stands
 */
record Allocation(String thread, String type, List<Frame> stack, long bytes) {
    private static final Map<Character, String> PRIMITIVES = Map.of(
            'B', "byte", 'C', "char", 'D', "double", 'F', "float", 'I', "int", 'J', "long", 'S', "short", 'Z',
            "boolean");

    /**
     * All but the first of each thread, which stands for whatever that thread has allocated since it was started, mostly
     * before the recording.
     */
    static List<Allocation> withoutFirstOfThreads(List<Allocation> inOrderOfTime) {
        Set<String> seen = new HashSet<>();
        return inOrderOfTime.stream().filter(one -> !seen.add(one.thread)).toList();
    }

    /**
     * Bytes by class and by who allocates it, most first, and all that is not among the first ones in one sum. What the JVM
     * allocates for itself, and for the recording, is left out.
     */
    static Map<String, Long> largest(List<Allocation> all, int count) {
        Map<String, Long> sums = new LinkedHashMap<>();
        all.forEach(one -> owner(one.stack)
                .ifPresent(owner -> sums.merge(readable(one.type) + " ← " + owner, one.bytes, Long::sum)));
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(sums.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed());
        Map<String, Long> largest = new LinkedHashMap<>();
        for (int at = 0; at < sorted.size(); at++) {
            String label = at < count ? sorted.get(at).getKey() : "all others";
            largest.merge(label, sorted.get(at).getValue(), Long::sum);
        }
        return largest;
    }

    /** The nearest caller among us and Lettuce, or else in Netty: below them, nobody decides anything about a lock. */
    static Optional<String> owner(List<Frame> stack) {
        return nearest(stack, frame -> frame.isOurs() || frame.isIn("io.lettuce"))
                .or(() -> nearest(stack, frame -> frame.isIn("io.netty")))
                .map(Frame::shortName);
    }

    private static Optional<Frame> nearest(List<Frame> stack, Predicate<Frame> wanted) {
        return stack.stream().filter(wanted).findFirst();
    }

    /** As it would be in source code: {@code byte[]} instead of {@code [B}. */
    static String readable(String type) {
        if (type.startsWith("[")) {
            return readable(type.substring(1)) + "[]";
        } else if (type.length() == 1) {
            return PRIMITIVES.getOrDefault(type.charAt(0), type);
        }
        int lambda = type.indexOf("$$Lambda");
        if (lambda > 0) {
            return readable(type.substring(0, lambda)) + " (lambda)";
        }
        String name = type.startsWith("L") && type.endsWith(";") ? type.substring(1, type.length() - 1) : type;
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }
}
