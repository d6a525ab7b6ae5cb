package dev.redlock.chaos.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One line between a scenario and a client: a number that links question and answer, a word, and what belongs to it.
 *
 * @param word a verb in a question; {@code ok}, {@code fail}, {@code unknown} or {@code at} in an answer
 */
public record Message(long id, String word, Map<String, String> fields) {

    public Message {
        fields = new TreeMap<>(fields);
    }

    public static Message of(long id, String word) {
        return new Message(id, word, Map.of());
    }

    public Message with(String field, Object value) {
        Map<String, String> more = new TreeMap<>(fields);
        more.put(field, String.valueOf(value));
        return new Message(id, word, more);
    }

    /** The value of a field that must be there. */
    public String get(String field) {
        return find(field).orElseThrow(() -> new IllegalArgumentException(field + " is missing in " + line()));
    }

    public Optional<String> find(String field) {
        return Optional.ofNullable(fields.get(field));
    }

    public long number(String field) {
        return Long.parseLong(get(field));
    }

    public Duration millis(String field) {
        return Duration.ofMillis(number(field));
    }

    public String line() {
        List<String> parts = new ArrayList<>(List.of(Long.toString(id), word));
        fields.forEach((field, value) -> parts.add(field + "=" + value.replaceAll("[\\t\\r\\n]", " ")));
        return String.join("\t", parts);
    }

    public static Message parse(String line) {
        String[] parts = line.split("\t", -1);
        Map<String, String> fields = new TreeMap<>();
        for (String part : List.of(parts).subList(2, parts.length)) {
            int equals = part.indexOf('=');
            fields.put(part.substring(0, equals), part.substring(equals + 1));
        }
        return new Message(Long.parseLong(parts[0]), parts[1], fields);
    }
}
