package dev.redlock;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The readable part of a vote: the label of the owner, then {@code key=value} for what else there is, separated by tabs, so
 * that it can be read as it is in redis-cli.
 */
record OwnerText(String owner, Map<String, String> metadata) {

    String encode() {
        if (metadata.isEmpty()) {
            return owner;
        }
        StringBuilder text = new StringBuilder(owner);
        new TreeMap<>(metadata)
                .forEach((key, value) ->
                        text.append('\t').append(key).append('=').append(value));
        return text.toString();
    }

    static OwnerText decode(String text) {
        String[] parts = text.split("\t", -1);
        Map<String, String> metadata = new LinkedHashMap<>();
        for (int at = 1; at < parts.length; at++) {
            int equals = parts[at].indexOf('=');
            if (equals > 0) {
                metadata.put(parts[at].substring(0, equals), parts[at].substring(equals + 1));
            }
        }
        return new OwnerText(parts[0], metadata);
    }
}
