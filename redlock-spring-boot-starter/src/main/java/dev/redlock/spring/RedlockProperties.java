package dev.redlock.spring;

import dev.redlock.LockOptions;
import dev.redlock.OnQuorumLoss;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The lock.
 *
 * @param nodes Redis nodes, each a server of its own, such as redis://n1:6379 or rediss://user:password@n1:6380. An odd
 *     number is best, 3 or 5; all clients must list the same. Without any, no Redlock is made.
 * @param username User for all nodes whose address names none.
 * @param password Password for all nodes whose address has none.
 * @param sslBundle SSL bundle with the certificates to trust and the key to show on rediss connections.
 * @param defaultTtl After this time the nodes free a lock by themselves.
 * @param waitTimeout How long to wait for a lock that somebody else has. Zero means to try once.
 * @param retryInterval First pause between two tries; the pauses double up to a second, or to this value if it is longer.
 * @param maxTtl Longest ttl that any lock may have. A restarted node is kept from voting for as long. The same on all
 *     clients.
 * @param connectTimeout How long one try to connect to a node may take, and how long the start waits for the nodes.
 * @param closeTimeout How long the shutdown waits for the nodes to confirm that locks were released.
 * @param keyPrefix With what the names of all keys on the nodes begin. The same on all clients.
 * @param owner Label by which people recognise this application as the holder of a lock. The application's name, host and
 *     process id by default.
 * @param policies Settings of locks by name pattern, in which * stands for any text. Write the pattern in brackets, such as
 *     redlock.policies.[payout:*].ttl. The first pattern that fits counts.
 * @param annotation Settings of @DistributedLock.
 * @param fencing Settings of redlock-fencing.
 */
@ConfigurationProperties("redlock")
public record RedlockProperties(
        @DefaultValue List<String> nodes,
        @Nullable String username,
        @Nullable String password,
        @Nullable String sslBundle,
        @DefaultValue("30s") Duration defaultTtl,
        @DefaultValue("5s") Duration waitTimeout,
        @DefaultValue("50ms") Duration retryInterval,
        @DefaultValue("60s") Duration maxTtl,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("2s") Duration closeTimeout,
        @DefaultValue("redlock") String keyPrefix,
        @Nullable String owner,
        @Nullable Map<String, Policy> policies,
        @DefaultValue Annotation annotation,
        @DefaultValue Fencing fencing) {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /**
     * Settings of the locks whose name fits a pattern. What is not set is as for all locks.
     *
     * @param ttl After this time the nodes free the lock by themselves.
     * @param waitTimeout How long to wait if somebody else has it. Zero means to try once.
     * @param retryInterval First pause between two tries.
     * @param renew Whether to renew the lease until it is released.
     * @param maxHold When renewal ends, so that a holder that hangs does not keep the lock for ever.
     * @param onQuorumLoss What to do if too few nodes can be reached.
     */
    public record Policy(
            @Nullable Duration ttl,
            @Nullable Duration waitTimeout,
            @Nullable Duration retryInterval,
            @Nullable Boolean renew,
            @Nullable Duration maxHold,
            @Nullable OnQuorumLoss onQuorumLoss) {}

    /**
     * Settings of @DistributedLock.
     *
     * @param mode Whether the annotation works through Spring's proxies, through AspectJ weaving, or not at all.
     * @param order Order of the lock among the advice of a method. It must be smaller than that of transactions, so that the
     *     lock is taken before a transaction begins and released after it ends.
     * @param insideTransaction What to do with a call that comes when a transaction is already active: the lock would be
     *     released before that transaction commits.
     */
    public record Annotation(
            @DefaultValue("proxy") Mode mode,
            @DefaultValue("" + DEFAULT_ORDER) int order,
            @DefaultValue("refuse") InsideTransaction insideTransaction) {

        /** Before transactions, which come last unless they are told otherwise. */
        public static final int DEFAULT_ORDER = Integer.MAX_VALUE - 1000;
    }

    /** How the annotation gets around a method. */
    public enum Mode {
        /** Calls from other beans. */
        PROXY,
        /** All calls, also of a bean to itself, once AspectJ has woven the aspect into the classes. */
        ASPECTJ,
        /** Not at all. */
        OFF
    }

    /** What to do with a lock inside a transaction. */
    public enum InsideTransaction {
        /** Refuse the call. */
        REFUSE,
        /** Warn once per method, and go on. */
        WARN
    }

    /**
     * Settings of redlock-fencing.
     *
     * @param schema What to do about the tables at start-up.
     * @param sendTo Hosts to which RestClient sends the fencing token of the current lease, such as ledger.internal or
     *     *.internal. To none by default.
     * @param signingKey Secret of at least 32 bytes, in Base64, with which tokens are signed and checked. Unsigned without.
     * @param signingKeyId Names the key; it is sent along.
     * @param filter Which incoming requests must have a fencing token.
     * @param filterPatterns URL patterns of the requests that the filter looks at.
     */
    public record Fencing(
            @DefaultValue("none") Schema schema,
            @DefaultValue List<String> sendTo,
            @Nullable String signingKey,
            @DefaultValue("default") String signingKeyId,
            @DefaultValue("off") Filter filter,
            @DefaultValue("/*") List<String> filterPatterns) {}

    /** What to do about the tables of the fence. */
    public enum Schema {
        /** Nothing: somebody else takes care of them. */
        NONE,
        /** Create those that are not there. */
        CREATE,
        /** Refuse to start unless they are as they have to be. */
        VERIFY
    }

    /** What the filter asks of a request. */
    public enum Filter {
        /** There is no filter. */
        OFF,
        /** A token that is there must be right. */
        ACCEPT,
        /** There must be one, and it must be right. */
        REQUIRE
    }

    /** The options of locks without a policy. */
    public LockOptions defaults() {
        return LockOptions.defaults()
                .withTtl(defaultTtl)
                .withWaitTimeout(waitTimeout)
                .withRetryInterval(retryInterval, longestPause(retryInterval));
    }

    /** The options by pattern, in the order of the configuration. */
    public Map<String, LockOptions> options() {
        Map<String, LockOptions> options = new LinkedHashMap<>();
        if (policies != null) {
            policies.forEach((pattern, policy) -> {
                try {
                    options.put(pattern, options(policy));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("redlock.policies.[" + pattern + "]: " + e.getMessage(), e);
                }
            });
        }
        return options;
    }

    private LockOptions options(Policy policy) {
        LockOptions options = defaults();
        if (policy.ttl() != null) {
            options = options.withTtl(policy.ttl());
        }
        if (policy.waitTimeout() != null) {
            options = options.withWaitTimeout(policy.waitTimeout());
        }
        if (policy.retryInterval() != null) {
            options = options.withRetryInterval(policy.retryInterval(), longestPause(policy.retryInterval()));
        }
        if (policy.renew() != null) {
            options = options.withRenewal(policy.renew());
        }
        if (policy.maxHold() != null) {
            options = options.withMaxHold(policy.maxHold());
        }
        return policy.onQuorumLoss() == null ? options : options.withOnQuorumLoss(policy.onQuorumLoss());
    }

    private static Duration longestPause(Duration first) {
        return first.compareTo(LONGEST_PAUSE) > 0 ? first : LONGEST_PAUSE;
    }
}
