package dev.redlock.simulation.check;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Remembers what was asked for whom, as seen on the wire. */
final class Claims {
    private final Map<String, Round> rounds = new HashMap<>();
    private final Set<String> released = new HashSet<>();
    private final Set<String> repeatedLate = new HashSet<>();

    /**
     * The latest round of a call or a lease.
     *
     * @param at the real time of its first request
     * @param localAt the same on the clock of the client
     */
    record Round(String holder, boolean isExtension, long at, long localAt) {}

    /** Returns what is wrong with sending this, if anything. */
    @Nullable
    String sent(NodeRequest request, long at, long localAt) {
        if (!(request instanceof NodeRequest.OfClaim ofClaim)) {
            return null;
        }
        Claim claim = ofClaim.claim();
        if (request instanceof NodeRequest.Release) {
            released.add(claim.holder());
            return null;
        }
        boolean isExtension = request instanceof NodeRequest.Extend;
        Round last = rounds.get(claim.owner());
        boolean isSameRound = last != null
                && last.holder().equals(claim.holder())
                && last.isExtension() == isExtension
                && (!isExtension || last.at() == at);
        if (!isSameRound && !(request instanceof NodeRequest.Raise)) {
            rounds.put(claim.owner(), new Round(claim.holder(), isExtension, at, localAt));
        }
        return released.contains(claim.holder()) ? request.getClass().getSimpleName() + " of " + claim : null;
    }

    /** The latest round of an owner. Every call has an owner of its own. */
    Round latest(String owner) {
        Round round = rounds.get(owner);
        if (round == null) {
            throw new IllegalStateException(owner + " has never asked for anything");
        }
        return round;
    }

    void repeatedLate(NodeRequest request) {
        if (request instanceof NodeRequest.OfClaim ofClaim) {
            repeatedLate.add(ofClaim.claim().holder());
        }
    }

    boolean wasRepeatedLate(String holder) {
        return repeatedLate.contains(holder);
    }
}
