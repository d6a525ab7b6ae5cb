package dev.redlock.runtime;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.protocol.AcquireOutcome;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.Replies;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers.Scheduled;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One call of a caller: waits for its turn among the callers of this client, then tries, waits and tries again, until it has
 * the lock, the time is up, or the caller gives up.
 *
 * <p>All state is touched in the mailbox only.
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
    private int handovers;
    private boolean timeIsUp;
    private int losses;
    private int pauses;
    private final Voting voting;
    private final Notices notices;
    private final PlaceInLine place = new PlaceInLine();
    private @Nullable HeldLease won;

    /** The lease of this client that was in our way when our turn came. */
    private @Nullable HeldLease ahead;

    private Lost lastLoss;
    private Scheduled deadline = Scheduled.NONE;
    private Scheduled timer = Scheduled.NONE;

    Acquisition(Engine engine, Order order) {
        this.engine = engine;
        this.order = order;
        this.startedAt = engine.now();
        this.voting = new Voting(engine, mailbox, this::onOutcome);
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
            if (phase == Phase.IN_ROUND) {
                voting.cancel();
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

    /** It is our turn at this node: its vote is kept for us, for a moment. */
    void onInvitation(int node) {
        mailbox.post(() -> {
            if (phase == Phase.DONE) {
                // Somebody else here may want it by now.
                order.names().forEach(name -> engine.onInvitation(node, name));
                return;
            }
            place.called();
            if (phase == Phase.PAUSED) {
                beginRound(false);
            }
        });
    }

    /** The lease of this client that was in our way is over, and its release goes out ahead of whatever we send now. */
    void onLocalRelease() {
        mailbox.post(() -> {
            // Who is in line is told by the node when it is his turn.
            if (phase == Phase.PAUSED && !place.isTaken()) {
                contend(false);
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
     * Asks the nodes, unless this client itself holds the lock: then they would only say so. But where others want it too, or
     * may want it by now, who waits here gets into line like everybody else.
     *
     * @param gently whether to ask at the gate first, if there are rivals. Not always: nobody must be kept out by a gate that
     *     is closed while the lock is free
     */
    private void contend(boolean gently) {
        HeldLease holder = engine.heldHere(order.names());
        ahead = holder;
        if (holder == null) {
            beginRound(gently);
        } else if (holder.handovers() >= MOST_HANDOVERS) {
            beginRound(engine.gate().node(engine.now()));
        } else if (gate(engine.now()).isPresent()) {
            beginRound(true);
        } else {
            await(holder);
        }
    }

    private void await(HeldLease holder) {
        notices.clear();
        handovers = holder.handovers() + 1;
        lastLoss = Lost.to(holder.asSeenByOthers(), engine.size());
        if (losses == 0) {
            // To the caller it is the same who holds the lock. Once is enough: nobody was asked.
            losses++;
            engine.events().contended(order.names(), lastLoss);
        }
        pause(order.retry().pauseAfter(lastLoss, 1, random()));
    }

    private void beginRound(boolean gently) {
        beginRound(gently ? gate(engine.now()) : OptionalInt.empty());
    }

    private void beginRound(OptionalInt gate) {
        phase = Phase.IN_ROUND;
        timer.cancel();
        notices.clear();
        place.takeTurn();
        Claim claim = new Claim(order.names(), engine.environment().holderIds().get(), order.owner());
        if (gate.isPresent()) {
            place.asked();
        }
        Optional<String> ticket = place.mayBeThere() ? Optional.of(engine.ticket()) : Optional.empty();
        Ballot ballot = new Ballot(engine.size(), claim, order.terms(), ticket);
        Tick now = engine.now();
        voting.begin(
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

    private void onOutcome(AcquireOutcome outcome) {
        if (outcome instanceof Won victory) {
            win(victory);
        } else if (outcome instanceof Lost lost) {
            voting.withdraw(voting.round()::mayHaveVote);
            lastLoss = lost;
            losses++;
            handovers = 0;
            if (timeIsUp || lost.reason() == Reason.CANCELLED) {
                finish(lost);
            } else {
                if (lost.reason() == Reason.HELD && !isAloneHere(lost)) {
                    engine.rivals().see(order.names(), engine.now());
                }
                engine.events().contended(order.names(), lost);
                tryAgain(lost);
            }
        }
    }

    private void win(Won outcome) {
        AcquireRound winner = voting.round();
        HeldLease lease = new HeldLease(engine, order, winner, outcome, handovers);
        won = lease;
        engine.granted(lease);
        Tick now = engine.now();
        if (winner.hasMetRival()) {
            engine.rivals().see(order.names(), now);
        }
        if (place.isTaken() && winner.votes().of(place.node().getAsInt()) instanceof Granted) {
            place.gone();
        }
        engine.events()
                .roundWon(order.names(), outcome.fast(), winner.startedAt().until(now));
        engine.events().acquired(order.names(), outcome.token(), outcome.fast(), startedAt.until(now));
        leave();
        lease.start();
        result.complete(new Result.Acquired(lease));
    }

    /**
     * The first loss to a holder is followed by another round at once: asking to be notified goes out ahead of it, so that
     * no release falls between the last refusal and the first notice.
     */
    private void tryAgain(Lost lost) {
        if (place.takeTurn()) {
            beginRound(false);
        } else if (lost.isInLine() && !place.taken(lost)) {
            // The lock may have been taken away by force, or this one vote left behind.
            beginRound(false);
        } else if (place.isTaken()) {
            pause(order.retry().pauseAfter(lost, losses, random()));
        } else if (lost.reason() == Reason.HELD
                && losses == 1
                && gate(engine.now()).isPresent()) {
            beginRound(true);
        } else if (lost.reason() == Reason.HELD && !watching) {
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
        int current = ++pauses;
        timer = later(duration, () -> {
            if (phase == Phase.PAUSED && pauses == current) {
                // Who has heard nothing for so long looks for himself, whatever the gate or this client's own lease
                // says: the lock may have been taken away by force. Who is in line looks there first.
                beginRound(lastLoss.gate().isEmpty() || place.isTaken());
            }
        });
    }

    /** Whether it was only a lease of this very client that was in our way, which may be over by now. */
    private boolean isAloneHere(Lost lost) {
        HeldLease before = ahead;
        return before != null
                && lost.holder()
                        .filter(denied -> denied.waiting() <= 1 && before.isHolderIn(denied.vote()))
                        .isPresent();
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
        place.node().ifPresent(node -> engine.leaveLine(node, order.names()));
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
        if (voting.isOpen()) {
            voting.abandon();
            voting.withdraw(node -> true);
        }
        if (phase != Phase.DONE) {
            leave();
        }
        result.completeExceptionally(defect);
    }
}
