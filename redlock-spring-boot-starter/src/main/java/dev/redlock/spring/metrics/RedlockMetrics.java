package dev.redlock.spring.metrics;

import dev.redlock.AcquireResult;
import dev.redlock.FencingToken;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.ReleaseResult;
import dev.redlock.spring.LockNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Counts what happens to locks. The tag {@code lock} is the template of the annotation or the pattern of the policy, never a
 * name.
 */
public final class RedlockMetrics implements RedlockListener {
    /** From the call until the caller had the lock or was refused, by {@code outcome}: acquired, held, unavailable. */
    public static final String WAIT = "redlock.wait";

    /** The part of a successful wait that the nodes took, by {@code path}: fast (one round trip) or slow. */
    public static final String ACQUIRE = "redlock.acquire";

    /** How long locks were held, by {@code result}: released, expired, other_owner, unconfirmed. */
    public static final String HOLD = "redlock.hold";

    /** Tries that were lost to somebody else while the caller went on waiting. */
    public static final String CONTENDED = "redlock.contended";

    public static final String RENEWALS = "redlock.renewals";

    /** Leases that ended before they were released, by {@code reason}. */
    public static final String LOST = "redlock.lost";

    /** Nodes by {@code state}: votes, quarantined, down, refused, undecided. */
    public static final String NODES = "redlock.nodes";

    /** How many nodes have to vote. */
    public static final String QUORUM = "redlock.quorum";

    /** Tokens that a fence refused because it had seen a larger one. */
    public static final String REFUSED = "redlock.fence.refused";

    private final MeterRegistry registry;
    private final LockNames names;

    public RedlockMetrics(MeterRegistry registry, LockNames names) {
        this.registry = registry;
        this.names = names;
    }

    @Override
    public void onRoundWon(List<String> locks, boolean fastPath, Duration took) {
        timer(ACQUIRE, "What the nodes took to grant a lock", locks, "path", fastPath ? "fast" : "slow")
                .record(took);
    }

    @Override
    public void onAcquired(List<String> locks, FencingToken token, boolean fastPath, Duration waited) {
        waited(locks, "acquired", waited);
    }

    @Override
    public void onFailed(List<String> locks, AcquireResult cause) {
        if (cause instanceof AcquireResult.Held held) {
            waited(locks, "held", held.waited());
        } else if (cause instanceof AcquireResult.QuorumUnavailable unavailable) {
            waited(locks, "unavailable", unavailable.waited());
        }
    }

    @Override
    public void onContended(List<String> locks, Optional<String> owner) {
        counter(CONTENDED, "Tries that were lost to somebody else", locks).increment();
    }

    @Override
    public void onRenewed(List<String> locks, FencingToken token, Duration remaining) {
        counter(RENEWALS, "Renewals of leases", locks).increment();
    }

    @Override
    public void onLost(List<String> locks, FencingToken token, LossReason reason) {
        Counter.builder(LOST)
                .description("Leases that ended before they were released")
                .tag("lock", names.of(locks))
                .tag("reason", lower(reason))
                .register(registry)
                .increment();
    }

    @Override
    public void onReleased(List<String> locks, FencingToken token, ReleaseResult result, Duration held) {
        timer(HOLD, "How long locks were held", locks, "result", lower(result)).record(held);
    }

    private void waited(List<String> locks, String outcome, Duration time) {
        timer(WAIT, "How long callers waited for a lock, whether they got it or not", locks, "outcome", outcome)
                .record(time);
    }

    private Timer timer(String name, String description, List<String> locks, String key, String value) {
        return Timer.builder(name)
                .description(description)
                .tag("lock", names.of(locks))
                .tag(key, value)
                .register(registry);
    }

    private Counter counter(String name, String description, List<String> locks) {
        return Counter.builder(name)
                .description(description)
                .tag("lock", names.of(locks))
                .register(registry);
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
