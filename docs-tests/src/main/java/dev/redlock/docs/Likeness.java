package dev.redlock.docs;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether what came is like what was shown. Durations, numbers of two digits and more, and the width of gaps may differ;
 * {@code …} stands for anything within a line, and alone in its line for any lines.
 */
final class Likeness {
    private static final String ANYTHING = "…";
    private static final Pattern DURATION = Pattern.compile("[+-]?\\d+([.,]\\d+)? ?(µs|ms|s|min|h)\\b");
    private static final Pattern NUMBER = Pattern.compile("\\d{2,}");
    private static final Pattern GAP = Pattern.compile("\\s+");

    private final List<String> shown;
    private final List<String> said;
    private int furthest;

    private Likeness(List<String> shown, List<String> said) {
        this.shown = shown;
        this.said = said;
    }

    /** The first shown line that did not come, or what came in excess; empty if they are alike. */
    static Optional<String> difference(List<String> shown, List<String> said) {
        Likeness likeness = new Likeness(withoutBlank(shown), withoutBlank(said));
        if (likeness.matches(0, 0)) {
            return Optional.empty();
        }
        return Optional.of(
                likeness.furthest < likeness.shown.size()
                        ? "did not come: " + likeness.shown.get(likeness.furthest)
                        : "more came than is shown");
    }

    private static List<String> withoutBlank(List<String> lines) {
        return lines.stream().filter(line -> !line.isBlank()).toList();
    }

    private boolean matches(int fromShown, int fromSaid) {
        furthest = Math.max(furthest, fromShown);
        if (fromShown == shown.size()) {
            return fromSaid == said.size();
        }
        String line = shown.get(fromShown).strip();
        if (line.equals(ANYTHING)) {
            return matches(fromShown + 1, fromSaid) || (fromSaid < said.size() && matches(fromShown, fromSaid + 1));
        }
        return fromSaid < said.size() && isLike(line, said.get(fromSaid)) && matches(fromShown + 1, fromSaid + 1);
    }

    private static boolean isLike(String line, String other) {
        String pattern = List.of(line.split(ANYTHING, -1)).stream()
                .map(part -> Pattern.quote(general(part)))
                .collect(Collectors.joining(".*"));
        return general(other).strip().matches(pattern);
    }

    private static String general(String text) {
        String timeless = DURATION.matcher(text).replaceAll("<time>");
        return GAP.matcher(NUMBER.matcher(timeless).replaceAll("<number>")).replaceAll(" ");
    }
}
