package dev.redlock.spring.fencing;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Hosts, each as it is or as {@code *.domain}. */
record HostPatterns(List<String> patterns) {
    static final HostPatterns ALL = new HostPatterns(List.of("*"));

    HostPatterns {
        for (String pattern : patterns) {
            if (pattern.isBlank() || pattern.lastIndexOf('*') > 0) {
                throw new IllegalArgumentException("redlock.fencing.send-to: '" + pattern
                        + "' is neither a host, such as ledger.internal, nor *.internal");
            }
        }
    }

    boolean match(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String lower = host.toLowerCase(Locale.ROOT);
        return patterns.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .anyMatch(pattern ->
                        pattern.startsWith("*") ? lower.endsWith(pattern.substring(1)) : lower.equals(pattern));
    }
}
