package dev.redlock.chaos.check.rules;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Collects what a checker finds and knows how to tell it: times are seconds since the run began. */
final class Inquiry {

    private final String checker;
    private final long startedAt;
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, Long> counted = new TreeMap<>();
    private long evidence;
    private long steps;

    Inquiry(String checker, History history) {
        this.checker = checker;
        this.startedAt = history.startedAt();
    }

    /** Something that could have broken the promise was looked at. */
    void look() {
        look(1);
    }

    void look(long more) {
        evidence += more;
    }

    /** Seen, and allowed in this run. */
    void count(String what) {
        counted.merge(what, 1L, Long::sum);
    }

    @FormatMethod
    void violation(String resource, long at, @FormatString String sentence, Object... arguments) {
        violations.add(new Violation(checker, resource, at, sentence.formatted(arguments)));
    }

    /** A sorted copy; every comparison counts as a step. */
    <T> List<T> sorted(Collection<T> things, Comparator<? super T> order) {
        List<T> copy = new ArrayList<>(things);
        copy.sort((left, right) -> {
            steps++;
            return order.compare(left, right);
        });
        return copy;
    }

    void step() {
        steps++;
    }

    /** A moment, as in {@code 3.214 s}. */
    String at(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", (nanos - startedAt) / 1e9);
    }

    /** A duration in the unit that shows it. */
    static String span(long nanos) {
        if (nanos >= 1_000_000) {
            return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
        }
        return nanos >= 1_000 ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3) : nanos + " ns";
    }

    /** A client and, if there is one, its token. */
    static String who(String client, long token) {
        return token == 0 ? client : "%s (token %d)".formatted(client, token);
    }

    static String who(Operation operation) {
        return who(operation.client(), operation.token());
    }

    Judgement closed() {
        return new Judgement(
                checker,
                evidence,
                steps,
                violations.stream()
                        .sorted(Comparator.comparingLong(Violation::at))
                        .toList(),
                counted);
    }
}
