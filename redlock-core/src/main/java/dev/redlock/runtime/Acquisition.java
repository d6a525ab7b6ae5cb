package dev.redlock.runtime;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.Command;
import dev.redlock.protocol.Replies;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers.Scheduled;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One call of a caller: waits for its turn among the callers of this client, then tries, waits and tries again, until it has
 * the lock, the time is up, or the caller gives up.
 *
 * <p>All state is touched in the mailbox only. Whatever was started for an earlier round carries the round's number, and is
 * ignored once that round is over; its votes are withdrawn by the release that went out behind its acquire.
 */
public final class Acquisition implements LocalQueue.Waiter {
    /** What the caller gets in the end. */
    public sealed interface Result {
        record Acquired(HeldLease lease) implements Result {}

        record NotAcquired(Lost lost, Duration waited) implements Result {}
    }

    private enum Phase {
        QUEUED,
        IN_ROUND,
        PAUSED,
        DONE
    }

    /** Longer than any process lives; a deadline so far away is none. */
    private static final Duration FOREVER = Duration.ofDays(365);

    /** So often a lock may go from hand to hand within this client before others are given the same chance. */
    private static final int MOST_HANDOVERS = 16;

    private final Engine engine;
    private final Order order;
    private final Mailbox mailbox = new Mailbox(this::onDefect);
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private final Tick startedAt;

    private Phase phase = Phase.QUEUED;
    private boolean inQueue;
    private boolean watching;
    private boolean competes;
    private int handovers;
    private boolean timeIsUp;
    private int roundNumber;
    private int losses;
    private final Notices notices;
    private @Nullable AcquireRound round;
    private @Nullable HeldLease won;
    private Lost lastLoss;
    private Scheduled deadline = Scheduled.NONE;
    private Scheduled timer = Scheduled.NONE;

    Acquisition(Engine engine, Order order) {
        this.engine = engine;
        this.order = order;
        this.startedAt = engine.now();
        this.notices = new Notices(engine.size());
        this.lastLoss = new Lost(Reason.HELD, Replies.none(engine.size()));
    }

    /** Completed on the thread that brought the last answer, which what depends on it must not block. */
    public CompletableFuture<Result> result() {
        return result;
    }

    @Override
    public List<String> names() {
        return order.names();
    }

    void start() {
        mailbox.post(() -> {
            if (order.patience().isZero()) {
                timeIsUp = true;
                beginRound(false);
                return;
            }
            if (order.patience().compareTo(FOREVER) < 0) {
                deadline = later(order.patience(), this::onTimeIsUp);
            }
            inQueue = true;
            if (engine.queue().enter(this)) {
                contend(true);
            }
        });
    }

    /** The caller gives up. Votes that were or will be given are withdrawn. If the lock was just won, it is released. */
    public void cancel() {
        mailbox.post(() -> {
            if (phase == Phase.IN_ROUND && round != null) {
                apply(round.onCancel());
            } else if (phase != Phase.DONE) {
                finish(new Lost(Reason.CANCELLED, lastLoss.evidence()));
            } else if (won != null) {
                won.release();
            }
        });
    }

    @Override
    public void onTurn() {
        mailbox.post(() -> {
            if (phase == Phase.QUEUED) {
                contend(true);
            }
        });
    }

    /** The lease of this client that was in our way is over, and its release goes out ahead of whatever we send now. */
    void onLocalRelease() {
        mailbox.post(() -> {
            if (phase == Phase.PAUSED) {
                if (competes) {
                    // The nodes tell everybody who waits, us too. This is for the case that they do not.
                    pause(order.retry().graceAfterNotice(random()));
                } else {
                    contend(false);
                }
            }
        });
    }

    /** Somebody gave back a vote at this node. */
    void onNotice(int node, String holder) {
        mailbox.post(() -> {
            notices.add(node, holder);
            if (phase == Phase.PAUSED && lastLoss.isUnblockedBy(node, holder)) {
                if (notices.openedGate(lastLoss) || notices.unblocked(lastLoss) >= engine.quorum()) {
                    beginRound(true);
                } else if (notices.unblocked(lastLoss) == 1) {
                    pause(order.retry().graceAfterNotice(random()));
                }
            }
        });
    }

    private void onTimeIsUp() {
        timeIsUp = true;
        if (phase == Phase.QUEUED || phase == Phase.PAUSED) {
            finish(lastLoss);
        }
    }

    /**
     * Asks the nodes, unless this client itself holds the lock: then they would only say so.
     *
     * @param gently whether to ask at the gate first, if there are rivals. Not always: nobody must be kept out by a gate that
     *     is closed while the lock is free
     */
    private void contend(boolean gently) {
        Optional<HeldLease> holder = engine.heldHere(order.names());
        if (holder.isPresent()) {
            await(holder.get());
        } else {
            beginRound(gently);
        }
    }

    private void await(HeldLease holder) {
        Tick now = engine.now();
        notices.clear();
        competes = holder.handovers() >= MOST_HANDOVERS || engine.rivals().areThere(order.names(), now);
        handovers = competes ? 0 : holder.handovers() + 1;
        if (competes) {
            watch();
        }
        lastLoss = Lost.to(holder.asSeenByOthers(), engine.size(), gate(now));
        if (losses == 0) {
            // To the caller it is the same who holds the lock. Once is enough: nobody was asked.
            losses++;
            engine.events().contended(order.names(), lastLoss);
        }
        pause(order.retry().pauseAfter(lastLoss, 1, random()));
    }

    private void beginRound(boolean gently) {
        phase = Phase.IN_ROUND;
        roundNumber++;
        notices.clear();
        round = null;
        Claim claim = new Claim(order.names(), engine.environment().holderIds().get(), order.owner());
        Ballot ballot = new Ballot(engine.size(), claim, order.terms());
        Tick now = engine.now();
        OptionalInt gate = gently ? gate(now) : OptionalInt.empty();
        apply(
                gate.isPresent()
                        ? AcquireRound.startAtGate(gate.getAsInt(), ballot, engine.proposal(), now)
                        : AcquireRound.start(ballot, engine.proposal(), now));
    }

    /** Where to ask first; nowhere if there are no rivals, or there is only one try. */
    private OptionalInt gate(Tick now) {
        return !timeIsUp && engine.rivals().areThere(order.names(), now)
                ? engine.gate().node(now)
                : OptionalInt.empty();
    }

    private void apply(AcquireRound.Step step) {
        boolean isNewPhase = round == null || !round.isInSamePhaseAs(step.round());
        round = step.round();
        if (step.outcome().isPresent()) {
            timer.cancel();
            onOutcome(step.outcome().get());
            return;
        }
        if (isNewPhase) {
            timer.cancel();
            int current = roundNumber;
            timer = later(step.round().patience(), () -> {
                if (isCurrent(current) && round != null) {
                    round.gate().ifPresent(gate -> engine.gate().avoid(gate, engine.now()));
                    apply(round.onTimeout(engine.now()));
                }
            });
        }
        step.commands().forEach(this::execute);
    }

    private void execute(Command command) {
        execute(command, command.request() instanceof NodeRequest.Raise);
    }

    /** @param maySendAgain if the node has lost the script; whether to send an acquire again is for the round to say */
    private void execute(Command command, boolean maySendAgain) {
        int current = roundNumber;
        engine.send(
                command.node(),
                command.request(),
                reply -> mailbox.post(() -> {
                    if (isCurrent(current) && round != null) {
                        if (maySendAgain && Engine.isScriptMissing(reply)) {
                            execute(command, false);
                        } else {
                            onReply(round, command, reply);
                        }
                    }
                }));
    }

    private void onReply(AcquireRound current, Command command, NodeReply reply) {
        apply(
                command.request() instanceof NodeRequest.Raise
                        ? current.onStored(command.node(), reply, engine.now())
                        : current.onVote(command.node(), reply, engine.now()));
    }

    private boolean isCurrent(int number) {
        return phase == Phase.IN_ROUND && roundNumber == number;
    }

    private void onOutcome(AcquireOutcome outcome) {
        if (outcome instanceof Won victory) {
            win(victory);
        } else if (outcome instanceof Lost lost) {
            withdraw(Objects.requireNonNull(round)::mayHaveVote);
            lastLoss = lost;
            losses++;
            handovers = 0;
            if (timeIsUp || lost.reason() == Reason.CANCELLED) {
                finish(lost);
            } else {
                if (lost.reason() == Reason.HELD) {
                    engine.rivals().see(order.names(), engine.now());
                }
                engine.events().contended(order.names(), lost);
                tryAgain(lost);
            }
        }
    }

    private void win(Won outcome) {
        AcquireRound winner = Objects.requireNonNull(round);
        HeldLease lease = new HeldLease(engine, order, winner, outcome, handovers);
        won = lease;
        engine.granted(lease);
        Tick now = engine.now();
        engine.events()
                .roundWon(order.names(), outcome.fast(), winner.startedAt().until(now));
        engine.events().acquired(order.names(), outcome.token(), outcome.fast(), startedAt.until(now));
        leave();
        lease.start();
        result.complete(new Result.Acquired(lease));
    }

    private void withdraw(IntPredicate where) {
        AcquireRound lost = Objects.requireNonNull(round);
        Tick votesGone = lost.ballot().terms().votesGoneBy(engine.now());
        NodeRequest.Release request = new NodeRequest.Release(lost.ballot().claim());
        for (int node = 0; node < engine.size(); node++) {
            if (where.test(node)) {
                engine.release(node, request, votesGone, ignored -> {});
            }
        }
    }

    /**
     * The first loss to a holder is followed by another round at once: asking to be notified goes out ahead of it, so that
     * no release falls between the last refusal and the first notice.
     */
    private void tryAgain(Lost lost) {
        if (lost.reason() == Reason.HELD && !watching) {
            watch();
            beginRound(true);
        } else if (notices.openedGate(lost)) {
            beginRound(true);
        } else if (notices.unblocked(lost) > 0) {
            pause(order.retry().graceAfterNotice(random()));
        } else {
            pause(order.retry().pauseAfter(lost, losses, random()));
        }
    }

    private void pause(Duration duration) {
        phase = Phase.PAUSED;
        timer.cancel();
        int current = roundNumber;
        timer = later(duration, () -> {
            if (phase == Phase.PAUSED && roundNumber == current) {
                // Who has heard nothing for so long looks for himself, whatever the gate or this client's own lease
                // says:
                // the lock may have been taken away by force.
                beginRound(lastLoss.gate().isEmpty());
            }
        });
    }

    private void finish(Lost lost) {
        Duration waited = startedAt.until(engine.now());
        leave();
        engine.events().failed(order.names(), lost, waited);
        result.complete(new Result.NotAcquired(lost, waited));
    }

    private void leave() {
        phase = Phase.DONE;
        deadline.cancel();
        timer.cancel();
        if (watching) {
            engine.watches().remove(order.names());
        }
        if (inQueue) {
            engine.queue().leave(this);
        }
        engine.finished(this);
    }

    private void watch() {
        if (!watching) {
            watching = true;
            engine.watches().add(order.names());
        }
    }

    private Scheduled later(Duration delay, Runnable task) {
        return engine.environment().timers().schedule(delay, () -> mailbox.post(task));
    }

    private double random() {
        return engine.environment().random().getAsDouble();
    }

    /** A defect of ours must not leave a caller waiting, nor a vote behind. */
    private void onDefect(Throwable defect) {
        if (phase == Phase.IN_ROUND && round != null) {
            withdraw(node -> true);
        }
        if (phase != Phase.DONE) {
            leave();
        }
        result.completeExceptionally(defect);
    }
}
