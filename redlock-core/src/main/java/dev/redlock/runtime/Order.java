package dev.redlock.runtime;

import dev.redlock.protocol.LeaseTerms;
import dev.redlock.protocol.RetrySchedule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a caller wants.
 *
 * @param names distinct and sorted
 * @param owner a readable text for people who inspect the lock
 * @param patience how long to wait for it; zero for one round
 * @param maxHold renew for so long; empty for no renewal
 */
public record Order(
        List<String> names,
        String owner,
        LeaseTerms terms,
        Duration patience,
        RetrySchedule retry,
        Optional<Duration> maxHold) {}
