package dev.redlock.runtime;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Command;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers.Scheduled;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of one call, one after another: sends what the protocol says and tells what came of it.
 *
 * <p>All state is touched in the mailbox of the call only. Whatever was started for an earlier round carries the round's number,
 * and is ignored once that round is over; its votes are withdrawn by the release that went out behind its acquire.
 */
final class Voting {
    private final Engine engine;
    private final Mailbox mailbox;
    private final Consumer<? super AcquireOutcome> onOutcome;
    private @Nullable AcquireRound round;
    private boolean isOpen;
    private int number;
    private Scheduled timeout = Scheduled.NONE;

    Voting(Engine engine, Mailbox mailbox, Consumer<? super AcquireOutcome> onOutcome) {
        this.engine = engine;
        this.mailbox = mailbox;
        this.onOutcome = onOutcome;
    }

    void begin(AcquireRound.Step first) {
        number++;
        isOpen = true;
        round = null;
        apply(first);
    }

    boolean isOpen() {
        return isOpen;
    }

    /** The round that is on its way, or was the last one. */
    AcquireRound round() {
        return Objects.requireNonNull(round);
    }

    /** The caller does not want it any more. */
    void cancel() {
        apply(round().onCancel());
    }

    /** Gives up without an outcome. */
    void abandon() {
        isOpen = false;
        timeout.cancel();
    }

    /** Gives back what these nodes have given, or may yet give. */
    void withdraw(IntPredicate where) {
        Tick votesGone = round().ballot().terms().votesGoneBy(engine.now());
        NodeRequest.Release request = new NodeRequest.Release(round().ballot().claim());
        // The first nodes come last, as for every release.
        for (int node = engine.size() - 1; node >= 0; node--) {
            if (where.test(node)) {
                engine.release(node, request, votesGone, ignored -> {});
            }
        }
    }

    private void apply(AcquireRound.Step step) {
        boolean isNewPhase = round == null || !round.isInSamePhaseAs(step.round());
        round = step.round();
        if (step.outcome().isPresent()) {
            abandon();
            onOutcome.accept(step.outcome().get());
            return;
        }
        if (isNewPhase) {
            waitForAnswers(step.round());
        }
        step.commands().forEach(this::execute);
    }

    private void waitForAnswers(AcquireRound phase) {
        timeout.cancel();
        int current = number;
        timeout = engine.environment()
                .timers()
                .schedule(
                        phase.patience(),
                        () -> mailbox.post(() -> {
                            if (isCurrent(current)) {
                                round().gate().ifPresent(gate -> engine.gate().avoid(gate, engine.now()));
                                apply(round().onTimeout(engine.now()));
                            }
                        }));
    }

    private void execute(Command command) {
        execute(command, command.request() instanceof NodeRequest.Raise);
    }

    /** @param maySendAgain if the node has lost the script; whether to send an acquire again is for the round to say */
    private void execute(Command command, boolean maySendAgain) {
        int current = number;
        engine.send(
                command.node(),
                command.request(),
                reply -> mailbox.post(() -> {
                    if (isCurrent(current)) {
                        if (maySendAgain && Engine.isScriptMissing(reply)) {
                            execute(command, false);
                        } else {
                            onReply(command, reply);
                        }
                    }
                }));
    }

    private void onReply(Command command, NodeReply reply) {
        apply(
                command.request() instanceof NodeRequest.Raise
                        ? round().onStored(command.node(), reply, engine.now())
                        : round().onVote(command.node(), reply, engine.now()));
    }

    private boolean isCurrent(int ofRound) {
        return isOpen && number == ofRound;
    }
}
