package dev.redlock.protocol;

import dev.redlock.internal.Check;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What each node has answered so far. Immutable, and indexed by node: the order never depends on a hash. */
public final class Replies {
    private static final Failed SILENT = new Failed(Failed.Cause.TIMED_OUT, "no answer in time");

    private final @Nullable NodeReply[] byNode;

    private Replies(@Nullable NodeReply[] byNode) {
        this.byNode = byNode;
    }

    public static Replies none(int nodes) {
        return new Replies(new @Nullable NodeReply[nodes]);
    }

    Replies with(int node, NodeReply reply) {
        Check.invariant(byNode[node] == null, "node %d answered twice: %s, %s", node, byNode[node], reply);
        @Nullable NodeReply[] copy = byNode.clone();
        copy[node] = reply;
        return new Replies(copy);
    }

    /** Books everybody who has not answered as silent. */
    Replies withSilence() {
        @Nullable NodeReply[] copy = byNode.clone();
        for (int node = 0; node < copy.length; node++) {
            if (copy[node] == null) {
                copy[node] = SILENT;
            }
        }
        return new Replies(copy);
    }

    public int nodes() {
        return byNode.length;
    }

    /** What this node answered, or null while it has not. */
    public @Nullable NodeReply of(int node) {
        return byNode[node];
    }

    public int count(Predicate<? super NodeReply> which) {
        int count = 0;
        for (NodeReply reply : byNode) {
            if (reply != null && which.test(reply)) {
                count++;
            }
        }
        return count;
    }

    public int count(Class<? extends NodeReply> kind) {
        int count = 0;
        for (NodeReply reply : byNode) {
            if (kind.isInstance(reply)) {
                count++;
            }
        }
        return count;
    }

    int outstanding() {
        return nodes() - count(reply -> true);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Replies replies && Arrays.equals(byNode, replies.byNode);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(byNode);
    }

    @Override
    public String toString() {
        return Arrays.toString(byNode);
    }
}
