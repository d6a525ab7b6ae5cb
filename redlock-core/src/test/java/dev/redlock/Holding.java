package dev.redlock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One time that somebody had the lock. Times are readings of the monotonic clock, which all processes of a machine share.
 *
 * @param holder which thread of which process
 * @param waited in nanoseconds
 * @param alone whether the witness beside the lock found nobody else inside
 */
record Holding(String holder, long token, long from, long until, long waited, boolean alone) {

    String write() {
        return String.join(
                " ",
                holder,
                Long.toString(token),
                Long.toString(from),
                Long.toString(until),
                Long.toString(waited),
                Boolean.toString(alone));
    }

    static Holding read(String line) {
        String[] words = line.split(" ", -1);
        return new Holding(
                words[0],
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Boolean.parseBoolean(words[5]));
    }

    /** What is wrong with a history: two inside at a time, or tokens that do not grow in the order of entering. */
    static List<String> violations(List<Holding> history) {
        List<Holding> ordered = new ArrayList<>(history);
        ordered.sort(Comparator.comparingLong(Holding::from));
        List<String> violations = new ArrayList<>();
        for (int at = 0; at < ordered.size(); at++) {
            Holding now = ordered.get(at);
            if (!now.alone()) {
                violations.add("the witness saw somebody beside " + now);
            }
            if (at > 0) {
                Holding before = ordered.get(at - 1);
                if (now.from() < before.until()) {
                    violations.add(before + " overlaps " + now);
                }
                if (now.token() <= before.token()) {
                    violations.add("the token did not grow from " + before + " to " + now);
                }
            }
        }
        return violations;
    }
}
