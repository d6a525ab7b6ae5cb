package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Settings of clients whose longest ttl, and with it every quarantine, is short enough to be waited for in a test. */
final class ShortLeases {
    static final Duration MAX_TTL = Duration.ofSeconds(3);
    static final LockOptions LONGEST = LockOptions.defaults().withTtl(MAX_TTL);
    static final LockOptions TRY_ONCE = LONGEST.withWaitTimeout(Duration.ZERO);
    static final LockOptions PATIENT = LONGEST.withWaitTimeout(Duration.ofSeconds(20));

    static final Consumer<RedlockBuilder> GUARDED =
            settings -> settings.maxTtl(MAX_TTL).defaults(LONGEST);

    /** The guard switched off: what a lock without quarantine would do. */
    static final Consumer<RedlockBuilder> TRUSTING = GUARDED.andThen(RedlockBuilder::trustRestartedNodes);

    private ShortLeases() {}

    /** Tries again and again for as long as the lease is valid. */
    static void assertNeverGrantedBeside(Lease lease, Redlock rival) {
        assertThat(lease.isValid()).as("still held").isTrue();
        int tries = 0;
        while (lease.isValid()) {
            AcquireResult result =
                    rival.acquireAsync(List.of(lease.name()), TRY_ONCE).join();
            boolean isStillValid = lease.isValid();
            assertThat(isStillValid && result instanceof AcquireResult.Granted)
                    .as("granted to two: %s", result)
                    .isFalse();
            if (result instanceof AcquireResult.Granted granted) {
                granted.lease().release();
            }
            tries++;
        }
        assertThat(tries).isPositive();
    }
}
