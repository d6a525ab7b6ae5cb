package dev.redlock;

import dev.redlock.internal.Check;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options of a name: those of the first pattern that fits, else the defaults. {@code *} stands for any text. */
record Policies(LockOptions defaults, Map<String, LockOptions> byPattern, Duration maxTtl) {

    Policies {
        byPattern = new LinkedHashMap<>(byPattern);
        requireTtl("the default options", defaults, maxTtl);
        for (Map.Entry<String, LockOptions> policy : byPattern.entrySet()) {
            requireTtl("the policy " + policy.getKey(), policy.getValue(), maxTtl);
        }
    }

    LockOptions of(List<String> names) {
        for (Map.Entry<String, LockOptions> policy : byPattern.entrySet()) {
            if (matches(policy.getKey(), names.get(0))) {
                return policy.getValue();
            }
        }
        return defaults;
    }

    Optional<String> patternOf(List<String> names) {
        return byPattern.keySet().stream()
                .filter(pattern -> matches(pattern, names.get(0)))
                .findFirst();
    }

    void requireTtl(LockOptions options) {
        requireTtl("these options", options, maxTtl);
    }

    private static void requireTtl(String whose, LockOptions options, Duration maxTtl) {
        Check.argument(
                options.ttl().compareTo(maxTtl) <= 0,
                "the ttl %s of %s is longer than maxTtl %s; a longer one needs RedlockBuilder.maxTtl on every client,"
                        + " because it is how long a restarted node is kept from voting",
                options.ttl(),
                whose,
                maxTtl);
    }

    /** Matches piece by piece, which takes no longer than the lengths of the two: a pattern is not a regular expression. */
    private static boolean matches(String pattern, String name) {
        String[] pieces = pattern.split("\\*", -1);
        if (pieces.length == 1) {
            return name.equals(pattern);
        }
        String last = pieces[pieces.length - 1];
        if (!name.startsWith(pieces[0]) || !name.endsWith(last) || name.length() < pieces[0].length() + last.length()) {
            return false;
        }
        int from = pieces[0].length();
        int end = name.length() - last.length();
        for (int at = 1; at < pieces.length - 1; at++) {
            int found = name.indexOf(pieces[at], from);
            if (found < 0 || found + pieces[at].length() > end) {
                return false;
            }
            from = found + pieces[at].length();
        }
        return true;
    }
}
