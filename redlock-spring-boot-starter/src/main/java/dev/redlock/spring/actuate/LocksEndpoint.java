package dev.redlock.spring.actuate;

import dev.redlock.LockStatus;
import dev.redlock.Redlock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Who holds which lock. {@code GET /actuator/locks} reads all keys of the nodes, {@code GET /actuator/locks/NAME} one.
 *
 * <p>{@code DELETE /actuator/locks/NAME} takes a lock away from its holder, where {@code management.endpoint.locks.access} is
 * {@code unrestricted}; by default it is {@code read-only}.
 */
@Endpoint(id = "locks", defaultAccess = Access.READ_ONLY)
public final class LocksEndpoint {
    private final Redlock redlock;

    public LocksEndpoint(Redlock redlock) {
        this.redlock = redlock;
    }

    /** All locks that somebody holds. */
    public record Locks(int quorum, List<Lock> locks) {}

    /**
     * A lock.
     *
     * @param owner null if nobody has a quorum of votes
     */
    public record Lock(
            String name,
            @Nullable String owner,
            @Nullable Long token,
            @Nullable Duration remaining,
            Map<String, String> metadata,
            List<Node> nodes) {}

    /**
     * The lock on one node.
     *
     * @param vote for whom the node has voted; null if for nobody
     * @param standing whether the node may vote, and if not, why
     */
    public record Node(String node, @Nullable String vote, String standing) {}

    @ReadOperation
    public Locks locks() {
        return new Locks(
                redlock.quorum(),
                redlock.locks().stream().map(LocksEndpoint::describe).toList());
    }

    @ReadOperation
    public Lock lock(@Selector String name) {
        return describe(redlock.inspect(name));
    }

    /** The holder is told at its next renewal, not before: only the fence keeps it from doing harm. */
    @DeleteOperation
    public Lock forceRelease(@Selector String name) {
        return describe(redlock.forceRelease(name));
    }

    private static Lock describe(LockStatus status) {
        List<Node> nodes = status.nodes().stream()
                .map(node -> new Node(
                        node.node(), node.vote().map(LockStatus.Vote::owner).orElse(null), node.standing()))
                .toList();
        return status.holder()
                .map(holder -> new Lock(
                        status.name(),
                        holder.owner(),
                        holder.token().map(token -> token.value()).orElse(null),
                        holder.remaining(),
                        holder.metadata(),
                        nodes))
                .orElseGet(() -> new Lock(status.name(), null, null, null, Map.of(), nodes));
    }
}
