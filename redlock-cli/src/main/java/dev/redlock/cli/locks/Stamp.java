package dev.redlock.cli.locks;

import dev.redlock.LockStatus.Vote;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code redlock exec} notes down in its votes for people. The nodes themselves do not keep since when a lock is held,
 * and it cannot be worked out from the ttl that is left, because leases are renewed.
 */
public final class Stamp {
    private static final String SINCE = "since";
    private static final String COMMAND = "command";
    private static final int LONGEST = 100;

    private Stamp() {}

    /** Since when, and which program: without its arguments, which may be secret. */
    public static Map<String, String> of(Instant since, String command) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(SINCE, since.truncatedTo(ChronoUnit.SECONDS).toString());
        String program = command.replaceAll("\\p{Cntrl}", "?");
        metadata.put(COMMAND, program.substring(0, Math.min(program.length(), LONGEST)));
        return metadata;
    }

    /** By the clock of the holder; empty if the holder did not say. */
    public static Optional<Instant> since(Vote vote) {
        try {
            return Optional.ofNullable(vote.metadata().get(SINCE)).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** What else the holder has noted down. */
    public static Map<String, String> others(Vote vote) {
        Map<String, String> others = new LinkedHashMap<>(vote.metadata());
        if (since(vote).isPresent()) {
            others.remove(SINCE);
        }
        return others;
    }
}
