package dev.redlock;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.Replies;
import dev.redlock.protocol.Standing;
import dev.redlock.runtime.Loss;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts what the engine says into the words of the public API. */
record Answers(List<NodeId> nodes, Executor callbacks) {

    AcquireResult notAcquired(List<String> names, Lost lost, Duration waited) {
        if (lost.reason() == Reason.HELD) {
            Optional<Denied> holder = lost.holder();
            return new AcquireResult.Held(names, holder.map(Answers::ownerOf), holder.map(Denied::remaining), waited);
        }
        return new AcquireResult.QuorumUnavailable(names, Ballot.quorumOf(nodes.size()), of(lost.evidence()), waited);
    }

    static String ownerOf(Denied denied) {
        return OwnerText.decode(Claim.ownerOf(denied.vote())).owner();
    }

    List<NodeAnswer> of(Replies evidence) {
        List<NodeAnswer> said = new ArrayList<>();
        for (int node = 0; node < evidence.nodes(); node++) {
            said.add(new NodeAnswer(nodes.get(node).address(), describe(evidence.of(node))));
        }
        return said;
    }

    /** Runs what depends on the answer where it may block, not on the thread that brought it. */
    <S, T> CompletableFuture<T> publish(CompletableFuture<S> answer, Function<? super S, ? extends T> words) {
        return answer.thenApplyAsync(words, callbacks);
    }

    static ReleaseResult result(ReleaseRound.Outcome outcome) {
        return switch (outcome) {
            case RELEASED -> ReleaseResult.RELEASED;
            case EXPIRED -> ReleaseResult.EXPIRED;
            case OTHER_OWNER -> ReleaseResult.OTHER_OWNER;
            case UNCONFIRMED -> ReleaseResult.UNCONFIRMED;
        };
    }

    static LossReason reason(Loss loss) {
        return switch (loss) {
            case EXPIRED -> LossReason.EXPIRED;
            case UNREACHABLE -> LossReason.UNREACHABLE;
            case TAKEN -> LossReason.TAKEN;
            case MAX_HOLD -> LossReason.MAX_HOLD;
            case CLOSED -> LossReason.CLOSED;
        };
    }

    static NodeHealth.State state(Standing standing) {
        if (standing instanceof Standing.Admitted) {
            return NodeHealth.State.VOTES;
        } else if (standing instanceof Standing.Unreachable) {
            return NodeHealth.State.DOWN;
        } else if (standing instanceof Standing.Quarantined || standing instanceof Standing.Served) {
            return NodeHealth.State.QUARANTINED;
        } else if (standing instanceof Standing.Refused) {
            return NodeHealth.State.REFUSED;
        }
        return NodeHealth.State.UNDECIDED;
    }

    static String describe(Standing standing, Tick now) {
        if (standing instanceof Standing.Admitted) {
            return "votes";
        } else if (standing instanceof Standing.Unreachable unreachable) {
            return "down: " + unreachable.cause();
        } else if (standing instanceof Standing.Quarantined quarantined) {
            return "in quarantine for another " + now.until(quarantined.until()).toSeconds() + " s: "
                    + quarantined.why();
        } else if (standing instanceof Standing.Refused refused) {
            return "refused: " + refused.why();
        }
        return "being looked at";
    }

    private static String describe(@Nullable NodeReply reply) {
        if (reply == null) {
            return "was not waited for";
        } else if (reply instanceof NodeReply.Granted) {
            return "voted for us";
        } else if (reply instanceof Denied denied) {
            return "has voted for " + ownerOf(denied);
        } else if (reply instanceof Failed failed) {
            return failed.detail();
        } else if (reply instanceof NodeReply.NotHeld) {
            return "our vote has ended";
        } else if (reply instanceof NodeReply.Healed) {
            return "our vote had ended and was restored";
        }
        return "confirmed";
    }
}
