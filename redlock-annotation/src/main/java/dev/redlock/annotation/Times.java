package dev.redlock.annotation;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 30s}, {@code 500ms}, {@code 2m}, {@code 1h} and what {@link Duration#parse} reads. */
final class Times {
    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");

    private Times() {}

    static Optional<Duration> read(String attribute, String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        Matcher simple = SIMPLE.matcher(text.strip());
        if (simple.matches()) {
            long amount = Long.parseLong(simple.group(1));
            return Optional.of(
                    switch (simple.group(2)) {
                        case "ms" -> Duration.ofMillis(amount);
                        case "s" -> Duration.ofSeconds(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        default -> Duration.ofHours(amount);
                    });
        }
        try {
            return Optional.of(Duration.parse(text.strip()));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    attribute + " = \"" + text + "\" is not a time; write 30s, 500ms, 2m, 1h or PT30S");
        }
    }
}
