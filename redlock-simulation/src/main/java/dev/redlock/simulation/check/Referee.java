package dev.redlock.simulation.check;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.runtime.HeldLease;
import dev.redlock.runtime.Order;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sees a whole run, with the real time, which nobody in it knows. The first violation counts. */
public final class Referee {
    private final LongSupplier realTime;
    private boolean promisesExclusion;
    private final @Nullable List<String> trace;
    private final Claims claims = new Claims();
    private final List<Hold> holds = new ArrayList<>();
    private final Map<String, List<Hold>> grants = new HashMap<>();
    private final Map<String, Long> resource = new HashMap<>();
    private final Tally tally = new Tally();
    private @Nullable Violation violation;

    /** @param trace where to write down what happens, if anywhere */
    public Referee(LongSupplier realTime, boolean promisesExclusion, @Nullable List<String> trace) {
        this.realTime = realTime;
        this.promisesExclusion = promisesExclusion;
        this.trace = trace;
    }

    public NodeCheck ofNode(int node) {
        return new NodeCheck(this, node);
    }

    public Optional<Violation> violation() {
        return Optional.ofNullable(violation);
    }

    public Tally tally() {
        return tally;
    }

    public void note(Supplier<String> what) {
        if (trace != null) {
            trace.add(String.format("%12.6f ms  %s", realTime.getAsLong() / 1e6, what.get()));
        }
    }

    public void fail(Property property, String what) {
        note(() -> "VIOLATION " + property + ": " + what);
        if (violation == null) {
            violation = new Violation(property, what, realTime.getAsLong());
        }
    }

    public void failUnlessUnpromised(Property property, String what) {
        if (promisesExclusion) {
            fail(property, what);
        }
    }

    /** Something has happened that nothing is promised about but tokens. */
    public void cannotPromiseExclusion(String why) {
        note(() -> "from now on leases may overlap: " + why);
        tally.unpromised(promisesExclusion);
        promisesExclusion = false;
    }

    public void sent(int client, NodeRequest request, long localTime) {
        String wrong = claims.sent(request, realTime.getAsLong(), localTime);
        if (wrong != null) {
            fail(Property.NOTHING_AFTER_RELEASE, "client " + client + " sends " + wrong);
        }
    }

    void served(int node, NodeRequest request, NodeReply reply) {
        note(() -> "node " + node + ": " + request + " -> " + reply);
    }

    void repeatedLate(NodeRequest request) {
        claims.repeatedLate(request);
    }

    public void refused() {
        tally.refused();
    }

    /** Somebody was given a lock. */
    public Hold granted(Order order, HeldLease lease, long localTime) {
        Hold hold = new Hold(order.owner(), lease, order.terms(), order.maxHold(), realTime.getAsLong());
        note(() -> "granted " + hold.names() + " to " + order.owner() + ", token " + hold.token() + ", for "
                + lease.remaining());
        Claims.Round round = claims.latest(order.owner());
        checkTokenOrder(hold, round);
        checkValidity(hold, round, localTime);
        if (lease.remaining().compareTo(order.terms().minimumValidity()) < 0 || !lease.isValid()) {
            fail(Property.VALIDITY, order.owner() + " was given a lease that is over");
        }
        checkExclusion(hold);
        hold.names()
                .forEach(name -> grants.computeIfAbsent(name, unused -> new ArrayList<>())
                        .add(hold));
        holds.removeIf(Hold::isOver);
        holds.add(hold);
        return hold;
    }

    public void countRound(boolean fast) {
        tally.granted(fast);
    }

    private void checkTokenOrder(Hold hold, Claims.Round round) {
        for (String name : hold.names()) {
            for (Hold earlier : grants.getOrDefault(name, List.of())) {
                boolean isBefore = earlier.grantedAt() < round.at();
                if (earlier.token() == hold.token() || (isBefore && earlier.token() > hold.token())) {
                    fail(
                            Property.TOKEN_ORDER,
                            hold.owner() + " was given token " + hold.token() + " for " + name + " after "
                                    + earlier.owner() + " was given " + earlier.token());
                }
            }
        }
    }

    private void checkExclusion(Hold hold) {
        for (Hold other : holds) {
            if (other != hold && other.isRelied() && other.names().stream().anyMatch(hold.names()::contains)) {
                String what = hold.owner() + " holds " + hold.names() + " while " + other.owner() + " does";
                note(() -> "overlap: " + what);
                if (promisesExclusion) {
                    fail(Property.EXCLUSION, what);
                } else {
                    tally.overlapped();
                }
            }
        }
    }

    /** No lease outlives the votes that it rests on, counted from before they were asked for. */
    private void checkValidity(Hold hold, Claims.Round round, long localTime) {
        long until = localTime + hold.lease().remaining().toNanos();
        long limit =
                round.localAt() + hold.terms().ttl().minus(hold.terms().drift()).toNanos();
        if (until - limit > 0) {
            fail(Property.VALIDITY, hold.owner() + " relies on its votes " + (until - limit) + " ns for too long");
        }
        hold.validUntil(until);
    }

    /** A lease was made to last longer. */
    public void renewed(List<String> names, long token, long localTime) {
        tally.renewed();
        for (Hold hold : holds) {
            if (hold.token() == token && hold.names().equals(names) && !hold.isOver()) {
                note(() -> "renewed " + hold.owner() + " for " + hold.lease().remaining());
                if (hold.validUntil() - localTime <= 0) {
                    fail(Property.VALIDITY, hold.owner() + " was revived");
                }
                if (localTime + hold.lease().remaining().toNanos() - hold.validUntil() > 0) {
                    checkValidity(hold, claims.latest(hold.owner()), localTime);
                }
                checkExclusion(hold);
            }
        }
    }

    public void signalled(Hold hold) {
        note(() -> hold.owner() + " is told of its end");
        tally.lost();
        hold.signal();
    }

    /** The holder asks for the release, and relies on nothing from now on. */
    public void releasing(Hold hold) {
        note(() -> hold.owner() + " releases");
        hold.end();
    }

    public void releaseAsked(Hold hold) {
        if (hold.lease().isValid()) {
            fail(Property.VALIDITY, hold.owner() + " gave back a lease that is still valid");
        }
    }

    /** The holder's process is gone. */
    public void abandoned(Hold hold) {
        hold.end();
    }

    /** A lease is still valid that was once due to end. */
    public void checkNotTooLong(Hold hold) {
        long allowed = hold.maxHold()
                .orElse(hold.terms().ttl())
                .plus(hold.terms().ttl())
                .toNanos();
        if (hold.maxHold().isPresent() && !hold.isOver() && realTime.getAsLong() - hold.grantedAt() > 2 * allowed) {
            fail(Property.VALIDITY, hold.owner() + " is renewed for longer than allowed");
        }
    }

    /** A lease has ended, and everything that was due before has been done. */
    public void checkSignalled(Hold hold) {
        if (!hold.isOver() && !hold.isSignalled()) {
            fail(Property.LOSS_SIGNAL, hold.owner() + " was not told that its lease has ended");
        }
    }

    /** A write reaches the resource, which has the last word. */
    public void write(Hold hold) {
        for (String name : hold.names()) {
            long highest = resource.getOrDefault(name, 0L);
            if (hold.token() >= highest) {
                resource.put(name, hold.token());
            } else if (hold.isRelied() && promisesExclusion) {
                fail(Property.FENCE, hold.owner() + " is valid, but token " + hold.token() + " is below " + highest);
            } else {
                tally.rejectedStaleWrite();
            }
        }
    }

    void leftBehind(int node, NodeReply.Vote vote) {
        if (!claims.wasRepeatedLate(Claim.holderOf(vote.vote()))) {
            fail(Property.CLEAN_UP, "node " + node + " is left with " + vote);
        }
    }
}
