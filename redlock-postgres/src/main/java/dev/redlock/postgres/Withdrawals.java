package dev.redlock.postgres;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Acquires that are given back before their turn has come. In a mixed quorum the other nodes may decide far faster than a
 * database; what it has been asked for piles up then, most of it to be undone at once. Neither the acquire nor its release is
 * worth a transaction.
 */
final class Withdrawals {
    private final Map<String, AtomicReference<Fate>> waiting = new ConcurrentHashMap<>();

    private enum Fate {
        WAITS,
        BEGUN,
        WITHDRAWN
    }

    /**
     * What is to be done for this request when its turn comes.
     *
     * @param isCrowded whether so much is waiting that it is worth leaving something out
     */
    Job.Work work(NodeRequest request, boolean isCrowded, Job.Work work) {
        if (request instanceof NodeRequest.Acquire acquire) {
            String holder = acquire.claim().holder();
            AtomicReference<Fate> fate = new AtomicReference<>(Fate.WAITS);
            waiting.put(holder, fate);
            return wire -> {
                waiting.remove(holder, fate);
                return fate.compareAndSet(Fate.WAITS, Fate.BEGUN) ? work.on(wire) : notBegun();
            };
        }
        if (request instanceof NodeRequest.OfClaim other) {
            // Any other request about it, such as an extend that takes votes again, has to find what it would have
            // found.
            AtomicReference<Fate> fate = waiting.remove(other.claim().holder());
            boolean isWithdrawn = request instanceof NodeRequest.Release
                    && isCrowded
                    && fate != null
                    && fate.compareAndSet(Fate.WAITS, Fate.WITHDRAWN);
            return isWithdrawn ? wire -> new Freed(Found.EXPIRED) : work;
        }
        return work;
    }

    /** It was not taken in, and its turn will never come. */
    void forget(NodeRequest request) {
        if (request instanceof NodeRequest.Acquire acquire) {
            waiting.remove(acquire.claim().holder());
        }
    }

    private static NodeReply notBegun() {
        return new Failed(Cause.NOT_CONNECTED, "given back before the database came to it");
    }
}
