package dev.redlock.cli.doctor;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one node said.
 *
 * @param address without credentials
 * @param trouble why it could not be asked; empty if it could
 * @param info the fields of INFO
 * @param roundTrip the median of several
 * @param ahead how far its clock is ahead of ours; known to half a round trip
 * @param denied what the lock needs and this user may not do, or cannot do here
 * @param standing what a client makes of it, in words
 */
public record Examination(
        String address,
        Optional<String> trouble,
        Map<String, String> info,
        Duration roundTrip,
        Optional<Duration> ahead,
        List<String> denied,
        String standing) {

    static Examination unreachable(String address, String trouble, String standing) {
        return new Examination(
                address, Optional.of(trouble), Map.of(), Duration.ZERO, Optional.empty(), List.of(), standing);
    }

    public boolean isReachable() {
        return trouble.isEmpty();
    }

    public String field(String name) {
        return info.getOrDefault(name, "");
    }

    long number(String name) {
        String text = field(name);
        return text.chars().allMatch(Character::isDigit) && !text.isEmpty() ? Long.parseLong(text) : 0;
    }
}
