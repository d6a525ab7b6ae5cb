package dev.redlock.chaos.lock;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInterruptedException;
import dev.redlock.LockOptions;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/** Our lock. Loaded by {@link PatchedClasses}, so that a mutant of the library can take the place of the library. */
final class RedlockUnderTest implements LockUnderTest {
    private final Redlock redlock;
    private final LockOptions options;
    private final Renewals renewals = new Renewals();

    RedlockUnderTest(LockSpec spec) {
        LockOptions base = LockOptions.defaults()
                .withTtl(spec.ttl())
                .withRenewal(spec.renewal())
                .withRetryInterval(Duration.ofMillis(20), Duration.ofMillis(200));
        double drift = spec.number("driftPercent", 1) / 100.0;
        this.options = base.withDriftFactor(drift)
                .withMaxHold(spec.millis("maxHold", base.maxHold()))
                .withNodeTimeout(spec.millis("nodeTimeout", base.nodeTimeout()));
        this.redlock = Redlock.builder()
                .nodes(spec.nodes().toArray(String[]::new))
                .keyPrefix(spec.settings().getOrDefault("keyPrefix", "redlock"))
                .defaults(options)
                .maxTtl(spec.ttl())
                .connectTimeout(Duration.ofMillis(1500))
                .closeTimeout(Duration.ofMillis(500))
                .listener(renewals)
                .tokenRetention(spec.millis("retention", Duration.ofHours(24)))
                .connect();
    }

    @Override
    public Hold acquire(String resource, Duration wait) throws NotGrantedException, InterruptedException {
        try {
            return new RedlockHold(redlock.acquire(resource, options.withWaitTimeout(wait)), renewals);
        } catch (LockHeldException | QuorumUnavailableException e) {
            throw new NotGrantedException(String.valueOf(e.getMessage()));
        } catch (LockInterruptedException e) {
            throw new InterruptedException(e.getMessage());
        }
    }

    @Override
    public boolean countsFromItsStart() {
        return true;
    }

    @Override
    public void close() {
        redlock.close();
    }

    /** Passes on what the library says of renewals to whoever holds the lock with that token. */
    private static final class Renewals implements RedlockListener {
        private final Map<Long, LongConsumer> byToken = new ConcurrentHashMap<>();

        @Override
        public void onRenewed(List<String> names, FencingToken token, Duration remaining) {
            long until = System.nanoTime() + remaining.toNanos();
            byToken.getOrDefault(token.value(), unused -> {}).accept(until);
        }
    }

    private record RedlockHold(Lease lease, Renewals renewals) implements Hold {
        @Override
        public long token() {
            return lease.token().value();
        }

        /** The clock is read first: what is said here is never later than what the lease means. */
        @Override
        public long validUntil() {
            long now = System.nanoTime();
            return now + lease.remaining().toNanos();
        }

        @Override
        public boolean isValid() {
            return lease.isValid();
        }

        @Override
        public boolean extend() {
            try {
                lease.extend();
                return true;
            } catch (LeaseLostException | QuorumUnavailableException e) {
                return false;
            }
        }

        @Override
        public String release() {
            return lease.release().name();
        }

        @Override
        public void onLost(Runnable callback) {
            lease.onLost(reason -> callback.run());
        }

        @Override
        public void onRenewed(LongConsumer callback) {
            renewals.byToken.put(token(), callback);
        }
    }
}
