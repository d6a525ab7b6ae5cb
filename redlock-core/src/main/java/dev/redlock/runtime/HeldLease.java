package dev.redlock.runtime;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.ExtendRound;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.RenewalPlan;
import dev.redlock.protocol.Replies;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lock that was won: renews it, gives it back, and tells the holder when it is about to end. */
public final class HeldLease {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

    private final Engine engine;
    private final Ballot ballot;
    private final long token;
    private final int handovers;
    private final Tick acquiredAt;
    private final Optional<RenewalPlan> renewal;
    private final Tick firstRenewal;
    private final Mailbox mailbox = new Mailbox(failure -> LOG.error("Keeping a lease failed.", failure));
    private final CompletableFuture<ReleaseRound.Outcome> released = new CompletableFuture<>();

    private volatile Tick validUntil;
    private volatile boolean over;

    private volatile boolean releasing;
    private volatile boolean releasedInTime;
    private volatile @Nullable Loss loss;
    private final List<Consumer<? super Loss>> lossCallbacks = new ArrayList<>(0);
    private Scheduled renewTimer = Scheduled.NONE;
    private Scheduled warningTimer = Scheduled.NONE;

    HeldLease(Engine engine, Order order, AcquireRound round, Won won, int handovers) {
        this.engine = engine;
        this.ballot = round.ballot();
        this.token = won.token();
        this.handovers = handovers;
        this.validUntil = won.validUntil();
        this.acquiredAt = engine.now();
        this.renewal = order.maxHold().map(maxHold -> new RenewalPlan(order.terms(), acquiredAt.plus(maxHold)));
        this.firstRenewal =
                renewal.map(plan -> plan.nextRenewal(round.startedAt())).orElse(acquiredAt);
    }

    void start() {
        renewal.ifPresent(plan -> mailbox.post(() -> {
            renewAt(firstRenewal);
            warnInTime();
        }));
    }

    public List<String> names() {
        return ballot.claim().names();
    }

    public long token() {
        return token;
    }

    /** How often the lock went from hand to hand within this client without a chance for others, up to this lease. */
    int handovers() {
        return handovers;
    }

    /** What a node would say to somebody else who asks for the lock. */
    Denied asSeenByOthers() {
        return new Denied(remaining(), ballot.claim().vote(), token);
    }

    /** Whether this is what a node says of us. */
    boolean isHolderIn(String vote) {
        return Claim.holderOf(vote).equals(ballot.claim().holder());
    }

    /** How long the lease may be trusted from now on; zero if it may not. */
    public Duration remaining() {
        Duration left = engine.now().until(validUntil);
        return over || left.isNegative() ? Duration.ZERO : left;
    }

    public boolean isValid() {
        return !remaining().isZero();
    }

    /** Why it is not valid, or is about to end; empty while all is well. */
    public Optional<Loss> loss() {
        Loss signalled = loss;
        if (signalled != null) {
            return Optional.of(signalled);
        }
        return isValid() || releasing ? Optional.empty() : Optional.of(Loss.EXPIRED);
    }

    /** Whether its holder gave it back while it was valid. */
    public boolean wasReleasedInTime() {
        return releasedInTime;
    }

    /** Whether it ended by itself so long ago that nobody will release it any more. */
    boolean isForgotten() {
        return validUntil.plus(ballot.terms().ttl()).isBefore(engine.now());
    }

    /** Calls back before the lease ends, unless it was released by then; at once if that has already happened. */
    public void onLost(Consumer<? super Loss> callback) {
        mailbox.post(() -> {
            Loss signalled = loss;
            if (signalled != null) {
                call(callback, signalled);
            } else if (!releasing) {
                lossCallbacks.add(callback);
                warnInTime();
            }
        });
    }

    /** Makes the lease last a whole ttl from now on. */
    public CompletableFuture<ExtendRound.Outcome> extend() {
        CompletableFuture<ExtendRound.Outcome> done = new CompletableFuture<>();
        mailbox.post(() -> {
            if (!isValid()) {
                done.complete(new ExtendRound.Outcome.Gone(Replies.none(ballot.nodes())));
            } else {
                new Extension(done::complete).start();
            }
        });
        return done;
    }

    /** Gives the lock back at every node. Doing it twice gives the same answer. */
    public CompletableFuture<ReleaseRound.Outcome> release() {
        mailbox.post(() -> {
            if (!releasing) {
                releasedInTime = isValid();
                releasing = true;
                over = true;
                stopTimers();
                new Giveback().start();
            }
        });
        return released;
    }

    /** Tells the holder and gives the lock back. */
    CompletableFuture<ReleaseRound.Outcome> end(Loss why) {
        mailbox.post(() -> {
            if (!releasing) {
                signal(why);
            }
        });
        return release();
    }

    private void renewAt(Tick tick) {
        renewTimer.cancel();
        renewTimer = later(tick, this::renew);
    }

    private void renew() {
        RenewalPlan plan = renewal.orElseThrow();
        if (releasing || loss != null) {
            return;
        }
        if (plan.isOver(engine.now()) || !isValid()) {
            signal(isValid() ? Loss.MAX_HOLD : Loss.UNREACHABLE);
            return;
        }
        Tick startedAt = engine.now();
        new Extension(outcome -> {
                    if (outcome instanceof ExtendRound.Outcome.Extended) {
                        renewAt(plan.nextRenewal(startedAt));
                    } else if (outcome instanceof ExtendRound.Outcome.Unconfirmed) {
                        renewAt(plan.retry(engine.now(), validUntil, random()));
                    }
                })
                .start();
    }

    private void warnInTime() {
        warningTimer.cancel();
        warningTimer = later(RenewalPlan.warningBefore(validUntil, ballot.terms()), () -> {
            Tick warning = RenewalPlan.warningBefore(validUntil, ballot.terms());
            if (engine.now().isBefore(warning)) {
                warnInTime();
            } else {
                signal(renewal.isPresent() ? Loss.UNREACHABLE : Loss.EXPIRED);
            }
        });
    }

    private void signal(Loss why) {
        if (loss == null && !releasing) {
            loss = why;
            stopTimers();
            engine.events().lost(names(), token, why);
            lossCallbacks.forEach(callback -> call(callback, why));
            lossCallbacks.clear();
        }
    }

    private void call(Consumer<? super Loss> callback, Loss why) {
        engine.environment().callbacks().execute(() -> {
            try {
                callback.accept(why);
            } catch (RuntimeException | Error failure) {
                LOG.error("The callback for the loss of {} failed.", names(), failure);
            }
        });
    }

    private void stopTimers() {
        renewTimer.cancel();
        warningTimer.cancel();
    }

    private Scheduled later(Tick tick, Runnable task) {
        return engine.environment().timers().schedule(engine.now().until(tick), () -> mailbox.post(task));
    }

    private double random() {
        return engine.environment().random().getAsDouble();
    }

    /** One round of extend. */
    private final class Extension {
        private final Consumer<ExtendRound.Outcome> onOutcome;
        private ExtendRound round = ExtendRound.start(ballot, token, validUntil, engine.now());
        private Scheduled timeout = Scheduled.NONE;
        private boolean done;

        private Extension(Consumer<ExtendRound.Outcome> onOutcome) {
            this.onOutcome = onOutcome;
        }

        private void start() {
            NodeRequest request = round.request();
            timeout = later(engine.now().plus(ballot.terms().nodeTimeout()), () -> {
                if (!done) {
                    advance(round.onTimeout());
                }
            });
            for (int node = 0; node < ballot.nodes(); node++) {
                ask(node, request, true);
            }
        }

        /** @param maySendAgain if the node has lost the script, but never behind the release: that would take the vote back */
        private void ask(int node, NodeRequest request, boolean maySendAgain) {
            engine.send(
                    node,
                    request,
                    reply -> mailbox.post(() -> {
                        if (maySendAgain && !done && !releasing && Engine.isScriptMissing(reply)) {
                            ask(node, request, false);
                        } else {
                            onReply(node, reply);
                        }
                    }));
        }

        private void onReply(int node, NodeReply reply) {
            if (!done) {
                advance(round.onReply(node, reply));
            }
        }

        private void advance(ExtendRound next) {
            round = next;
            round.outcome(engine.now()).ifPresent(this::finish);
        }

        private void finish(ExtendRound.Outcome outcome) {
            done = true;
            timeout.cancel();
            if (outcome instanceof ExtendRound.Outcome.Extended extended && !releasing) {
                validUntil = validUntil.laterOf(extended.validUntil());
                engine.events().renewed(names(), token, remaining());
            } else if (outcome instanceof ExtendRound.Outcome.Gone) {
                over = true;
                signal(Loss.TAKEN);
                engine.letGo(HeldLease.this);
            }
            onOutcome.accept(outcome);
        }
    }

    /** The one round of release. */
    private final class Giveback {
        private ReleaseRound round = ReleaseRound.start(ballot.nodes());
        private Scheduled timeout = Scheduled.NONE;

        private void start() {
            Tick now = engine.now();
            Tick votesGone = ballot.terms().votesGoneBy(now);
            timeout = later(now.plus(ballot.terms().nodeTimeout()), () -> {
                if (!released.isDone()) {
                    advance(round.onTimeout());
                }
            });
            NodeRequest.Release request = new NodeRequest.Release(ballot.claim());
            // The first nodes come last: whoever is told by one of them that it is his turn finds the others free.
            for (int index = ballot.nodes() - 1; index >= 0; index--) {
                int node = index;
                engine.release(node, request, votesGone, reply -> mailbox.post(() -> onReply(node, reply)));
            }
            // Behind the release at every node, so that both may leave in one call.
            engine.letGo(HeldLease.this);
        }

        private void onReply(int node, NodeReply reply) {
            if (!released.isDone()) {
                advance(round.onReply(node, reply));
            }
        }

        private void advance(ReleaseRound next) {
            round = next;
            round.outcome().ifPresent(outcome -> {
                timeout.cancel();
                engine.finished(HeldLease.this);
                engine.events().released(names(), token, outcome, acquiredAt.until(engine.now()));
                released.complete(outcome);
            });
        }
    }
}
