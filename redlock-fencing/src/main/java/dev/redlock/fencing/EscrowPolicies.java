package dev.redlock.fencing;

import dev.redlock.LockOptions;
import dev.redlock.RedlockBuilder;
import java.time.Duration;

/**
 * Lock policies of a typical escrow service, by name: how long each kind of operation takes at most, with room to spare.
 *
 * <pre>{@code
 * Redlock redlock = EscrowPolicies.applyTo(Redlock.builder().nodes(…)).connect();
 * }</pre>
 */
public final class EscrowPolicies {
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private EscrowPolicies() {}

    /**
     * Adds the policies, and sets maxTtl to five minutes because of {@code reconciliation}. So a node that restarts without its data
     * is kept from voting for five minutes; all clients of the nodes must use the same maxTtl.
     */
    public static RedlockBuilder applyTo(RedlockBuilder builder) {
        return builder.maxTtl(LONGEST)
                .policy("deal:*", seconds(30))
                // A payment provider may take most of a minute before it answers.
                .policy("payout:*", seconds(60))
                .policy("refund:*", seconds(60))
                .policy("deposit:*", seconds(30))
                .policy("balance:*", seconds(10))
                .policy("outbox-poller", seconds(30))
                // Takes as long as there is to reconcile, so it is renewed; a holder that crashed blocks it for five
                // minutes.
                .policy("reconciliation", seconds(300).withRenewal(true));
    }

    private static LockOptions seconds(long ttl) {
        return LockOptions.defaults().withTtl(Duration.ofSeconds(ttl));
    }
}
