package dev.redlock.simulation.check;

import dev.redlock.protocol.LeaseTerms;
import dev.redlock.runtime.HeldLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A lease as the referee sees it. */
public final class Hold {
    private final String owner;
    private final HeldLease lease;
    private final LeaseTerms terms;
    private final Optional<Duration> maxHold;
    private final long grantedAt;
    private boolean over;
    private boolean signalled;
    private long validUntil;

    Hold(String owner, HeldLease lease, LeaseTerms terms, Optional<Duration> maxHold, long grantedAt) {
        this.owner = owner;
        this.lease = lease;
        this.terms = terms;
        this.maxHold = maxHold;
        this.grantedAt = grantedAt;
    }

    public String owner() {
        return owner;
    }

    List<String> names() {
        return lease.names();
    }

    LeaseTerms terms() {
        return terms;
    }

    Optional<Duration> maxHold() {
        return maxHold;
    }

    long grantedAt() {
        return grantedAt;
    }

    long token() {
        return lease.token();
    }

    public HeldLease lease() {
        return lease;
    }

    /** Whether its holder may still act on it. */
    boolean isRelied() {
        return !over && lease.isValid();
    }

    /** It was given back, or its process is gone. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    void signal() {
        signalled = true;
    }

    boolean isSignalled() {
        return signalled;
    }

    /** On the holder's clock, as it was after the last renewal. */
    long validUntil() {
        return validUntil;
    }

    void validUntil(long nanos) {
        validUntil = nanos;
    }
}
