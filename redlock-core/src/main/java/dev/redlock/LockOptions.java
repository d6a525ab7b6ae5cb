package dev.redlock;

import dev.redlock.internal.Check;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How a lock is taken and kept. Immutable: every {@code with…} gives a new value, and refuses what makes no sense.
 *
 * <pre>{@code
 * LockOptions.defaults().withTtl(Duration.ofSeconds(60)).withRenewal(true)
 * }</pre>
 */
public final class LockOptions {
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration SHORTEST_TTL = Duration.ofMillis(20);
    private static final Duration LARGEST_NODE_TIMEOUT = Duration.ofMillis(500);
    private static final Duration FIXED_DRIFT = Duration.ofMillis(2);
    private static final int LONGEST_TEXT = 200;

    private static final LockOptions DEFAULTS = new LockOptions(new Draft());

    private final Draft chosen;

    /** The settings before they are checked. Never changed once it is in a {@code LockOptions}. */
    private static final class Draft implements Cloneable {
        private Duration ttl = Duration.ofSeconds(30);
        private Duration waitTimeout = Duration.ofSeconds(5);
        private Duration retryInterval = Duration.ofMillis(50);
        private Duration longestRetryInterval = Duration.ofSeconds(1);
        private boolean renewal;
        private Duration maxHold = Duration.ofHours(1);
        private Duration minimumValidity = Duration.ZERO;
        private double driftFactor = 0.01;
        private Optional<Duration> nodeTimeout = Optional.empty();
        private Optional<String> owner = Optional.empty();
        private Map<String, String> metadata = Map.of();
        private OnQuorumLoss onQuorumLoss = OnQuorumLoss.FAIL;

        private Draft copy() {
            try {
                return (Draft) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private LockOptions(Draft draft) {
        this.chosen = draft;
        requireDuration("ttl", draft.ttl, SHORTEST_TTL);
        Check.argument(
                !draft.waitTimeout.isNegative(),
                "waitTimeout must not be negative, got %s; zero means to try once",
                draft.waitTimeout);
        requireDuration("retryInterval", draft.retryInterval, Duration.ofMillis(1));
        requireDuration("longestRetryInterval", draft.longestRetryInterval, draft.retryInterval);
        requireDuration("maxHold", draft.maxHold, Duration.ofMillis(1));
        requireDuration("nodeTimeout", nodeTimeout(), Duration.ofMillis(1));
        Check.argument(
                nodeTimeout().multipliedBy(2).compareTo(draft.ttl) <= 0,
                "nodeTimeout %s must be at most half of the ttl %s, or waiting for one slow node uses up the lease",
                nodeTimeout(),
                draft.ttl);
        Check.argument(
                draft.driftFactor >= 0 && draft.driftFactor <= 0.5,
                "driftFactor must be from 0 to 0.5, got %s; 0.01 is a good value",
                draft.driftFactor);
        Check.argument(!draft.minimumValidity.isNegative(), "minimumValidity must not be negative");
        Check.argument(
                draft.minimumValidity.plus(drift()).compareTo(draft.ttl) < 0,
                "minimumValidity %s and the drift of %s leave nothing of the ttl %s",
                draft.minimumValidity,
                drift(),
                draft.ttl);
        requireTexts(draft);
    }

    /** A ttl of 30 s, a wait of up to 5 s, no renewal. */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /** The nodes free the lock by themselves after this time. */
    public LockOptions withTtl(Duration ttl) {
        return with(draft -> draft.ttl = ttl);
    }

    /** How long to wait for the lock if somebody else has it. Zero means to try once. */
    public LockOptions withWaitTimeout(Duration waitTimeout) {
        return with(draft -> draft.waitTimeout = waitTimeout);
    }

    /**
     * The pauses between two tries double from the first to the second value, with jitter. A waiter is normally woken by the
     * release; this is the safety net.
     */
    public LockOptions withRetryInterval(Duration first, Duration longest) {
        return with(draft -> {
            draft.retryInterval = first;
            draft.longestRetryInterval = longest;
        });
    }

    /** Whether to renew the lease, every third of the ttl, until it is released or held for {@link #maxHold()}. */
    public LockOptions withRenewal(boolean renewal) {
        return with(draft -> draft.renewal = renewal);
    }

    /** After this time renewal ends and the holder is told, so that a holder that hangs does not keep the lock for ever. */
    public LockOptions withMaxHold(Duration maxHold) {
        return with(draft -> draft.maxHold = maxHold);
    }

    /** What must be left of the lease when it is handed out; otherwise the lock counts as not acquired. */
    public LockOptions withMinimumValidity(Duration minimumValidity) {
        return with(draft -> draft.minimumValidity = minimumValidity);
    }

    /** By how much the clocks of nodes and client may run apart, as a part of the ttl. */
    public LockOptions withDriftFactor(double driftFactor) {
        return with(draft -> draft.driftFactor = driftFactor);
    }

    /** How long one round waits for its nodes. By default a quarter of the ttl, at most half a second. */
    public LockOptions withNodeTimeout(Duration nodeTimeout) {
        return with(draft -> draft.nodeTimeout = Optional.of(nodeTimeout));
    }

    /** A label by which people recognise the holder. By default that of the client. */
    public LockOptions withOwner(String owner) {
        return with(draft -> draft.owner = Optional.of(owner));
    }

    /** What else people may want to know of the holder, such as a request id. No secrets: it can be read on the nodes. */
    public LockOptions withMetadata(Map<String, String> metadata) {
        return with(draft -> draft.metadata = Map.copyOf(metadata));
    }

    /** What to do if too few nodes can be reached. */
    public LockOptions withOnQuorumLoss(OnQuorumLoss onQuorumLoss) {
        return with(draft -> draft.onQuorumLoss = onQuorumLoss);
    }

    public Duration ttl() {
        return chosen.ttl;
    }

    public Duration waitTimeout() {
        return chosen.waitTimeout;
    }

    public Duration retryInterval() {
        return chosen.retryInterval;
    }

    public Duration longestRetryInterval() {
        return chosen.longestRetryInterval;
    }

    public boolean renewal() {
        return chosen.renewal;
    }

    public Duration maxHold() {
        return chosen.maxHold;
    }

    public Duration minimumValidity() {
        return chosen.minimumValidity;
    }

    public double driftFactor() {
        return chosen.driftFactor;
    }

    public Duration nodeTimeout() {
        // Asked for by every lock, and Duration.dividedBy reckons with decimal numbers of any length.
        Duration quarter = Duration.ofNanos(chosen.ttl.toNanos() / 4);
        Duration derived = quarter.compareTo(LARGEST_NODE_TIMEOUT) < 0 ? quarter : LARGEST_NODE_TIMEOUT;
        return chosen.nodeTimeout.orElse(derived);
    }

    public Optional<String> owner() {
        return chosen.owner;
    }

    public Map<String, String> metadata() {
        return chosen.metadata;
    }

    public OnQuorumLoss onQuorumLoss() {
        return chosen.onQuorumLoss;
    }

    /** How much sooner than a node the holder considers the lease as ended. */
    Duration drift() {
        return Duration.ofNanos((long) (chosen.ttl.toNanos() * chosen.driftFactor))
                .plus(FIXED_DRIFT);
    }

    private LockOptions with(Consumer<Draft> change) {
        Draft draft = chosen.copy();
        change.accept(draft);
        return new LockOptions(draft);
    }

    private static void requireDuration(String name, Duration value, Duration least) {
        Check.argument(value.compareTo(least) >= 0, "%s must be at least %s, got %s", name, least, value);
        Check.argument(value.compareTo(LONGEST) <= 0, "%s must be at most a year, got %s", name, value);
    }

    private static void requireTexts(Draft draft) {
        draft.owner.ifPresent(owner -> requireText("owner", owner));
        draft.metadata.forEach((key, value) -> {
            requireText("a metadata key", key);
            requireText("the metadata of " + key, value);
            Check.argument(key.indexOf('=') < 0, "a metadata key must not contain '=', got '%s'", key);
        });
    }

    static void requireText(String what, String text) {
        Check.argument(!text.isBlank(), "%s must not be blank", what);
        Check.argument(
                text.length() <= LONGEST_TEXT,
                "%s must have at most %d characters, got %d",
                what,
                LONGEST_TEXT,
                text.length());
        Check.argument(
                text.chars().noneMatch(Character::isISOControl),
                "%s must not contain control characters such as tab and newline",
                what);
    }

    @Override
    public String toString() {
        return "LockOptions[ttl=" + ttl() + ", waitTimeout=" + waitTimeout() + ", renewal=" + renewal() + ", maxHold="
                + maxHold() + ", nodeTimeout=" + nodeTimeout() + ", metadata=" + new TreeMap<>(metadata()) + "]";
    }
}
