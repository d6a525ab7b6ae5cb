package dev.redlock.chaos.lock;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which lock to open, and how.
 *
 * @param kind one of {@link LockKind}
 * @param nodes addresses, by way of the links of this client
 * @param renewal whether holds are renewed until they are released
 * @param settings what only some scenarios and locks need, such as {@code maxHold}
 * @param patched where the classes of a mutant are; empty for the lock as it is
 */
public record LockSpec(
        LockKind kind,
        List<String> nodes,
        Duration ttl,
        boolean renewal,
        Map<String, String> settings,
        Optional<String> patched) {

    public LockSpec {
        nodes = List.copyOf(nodes);
        settings = Map.copyOf(settings);
    }

    /** A setting in milliseconds. */
    public Duration millis(String setting, Duration otherwise) {
        return Duration.ofMillis(number(setting, otherwise.toMillis()));
    }

    public long number(String setting, long otherwise) {
        return Optional.ofNullable(settings.get(setting)).map(Long::parseLong).orElse(otherwise);
    }
}
