package dev.redlock.chaos.scenario;

import dev.redlock.chaos.actor.Guard;
import dev.redlock.chaos.lock.LockKind;
import dev.redlock.chaos.report.Role;
import java.util.Optional;

/**
 * A lock that takes part, with the ledger it is used with.
 *
 * @param column what its column in the table is called
 * @param nodes how many of the nodes it uses
 * @param mutant the id of the mistake that was put in, if there is one
 * @param patched whether the mistake is in the lock, and not in the ledger
 */
public record Contestant(
        String column, LockKind kind, int nodes, Guard guard, Role role, Optional<String> mutant, boolean patched) {

    public static final Contestant OURS = ours("Redlock, 5 nodes", 5);
    public static final Contestant OURS_3 = ours("Redlock, 3 nodes", 3);
    public static final Contestant OURS_1 = ours("Redlock, 1 node", 1);
    public static final Contestant RLOCK = peer("Redisson RLock", LockKind.REDISSON_LOCK, 1, Guard.SOUND);
    public static final Contestant RLOCK_WAIT =
            peer("Redisson RLock with WAIT", LockKind.REDISSON_REPLICATED, 1, Guard.SOUND);
    public static final Contestant RFENCED =
            peer("Redisson RFencedLock and a fence", LockKind.REDISSON_FENCED, 1, Guard.SOUND);
    public static final Contestant RFENCED_ALONE =
            peer("Redisson RFencedLock, no fence", LockKind.REDISSON_FENCED, 1, Guard.NO_FENCE);
    public static final Contestant RREDLOCK =
            peer("RedissonRedLock, 5 nodes", LockKind.REDISSON_REDLOCK, 5, Guard.SOUND);
    public static final Contestant RREDLOCK_3 =
            peer("RedissonRedLock, 3 nodes", LockKind.REDISSON_REDLOCK, 3, Guard.SOUND);

    private static Contestant ours(String column, int nodes) {
        return new Contestant(column, LockKind.REDLOCK, nodes, Guard.SOUND, Role.OURS, Optional.empty(), false);
    }

    private static Contestant peer(String column, LockKind kind, int nodes, Guard guard) {
        return new Contestant(column, kind, nodes, guard, Role.PEER, Optional.empty(), false);
    }

    /** This lock without faults. */
    Contestant asControl() {
        return new Contestant(column, kind, nodes, guard, Role.CONTROL, mutant, patched);
    }

    /** This lock with a mistake in it, in the ledger or instead of it. */
    Contestant with(String id) {
        return switch (id) {
            case "M15" -> mutant(id, kind, Guard.NO_FENCE, false);
            case "M16" -> mutant(id, kind, Guard.CHECK_THEN_WRITE, false);
            case "M24" -> mutant(id, kind, Guard.NEW_KEY_PER_ATTEMPT, false);
            case "M28" -> mutant(id, LockKind.NONE, guard, false);
            case "M41" -> mutant(id, kind, Guard.NO_MARK, false);
            default -> mutant(id, kind, guard, true);
        };
    }

    private Contestant mutant(String id, LockKind other, Guard otherGuard, boolean isPatched) {
        return new Contestant(id, other, nodes, otherGuard, Role.MUTANT, Optional.of(id), isPatched);
    }

    /** How many servers its clients are told: a replica is none of the nodes that vote. */
    int addresses() {
        return kind == LockKind.REDISSON_REPLICATED ? nodes + 1 : nodes;
    }

    boolean isSound() {
        return role == Role.CONTROL || role == Role.OURS;
    }
}
