package dev.redlock.runtime;

import dev.redlock.node.Claim;
import dev.redlock.time.Tick;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Releases that a node has not confirmed. They are sent again when the node is back, until the votes have ended anyway.
 *
 * <p>On a connection that lasts, a release waits in order behind the acquire that it undoes and needs no help. It is the end
 * of a connection that may swallow one.
 */
final class ReleaseDebts {
    /** Beyond this the oldest are left to their ttl: a client that cannot reach a node must not run out of memory. */
    private static final int LIMIT = 10_000;

    private final List<Map<String, Debt>> byNode = new ArrayList<>();

    private record Debt(Claim claim, Tick until) {}

    ReleaseDebts(int nodes) {
        for (int node = 0; node < nodes; node++) {
            byNode.add(new LinkedHashMap<>());
        }
    }

    /** @param until when the votes will have ended by themselves */
    void add(int node, Claim claim, Tick until) {
        Map<String, Debt> debts = byNode.get(node);
        synchronized (debts) {
            debts.put(claim.holder(), new Debt(claim, until));
            if (debts.size() > LIMIT) {
                Iterator<Debt> oldest = debts.values().iterator();
                oldest.next();
                oldest.remove();
            }
        }
    }

    /** Takes out what is worth sending to this node. */
    Map<Claim, Tick> take(int node, Tick now) {
        Map<String, Debt> debts = byNode.get(node);
        Map<Claim, Tick> due = new LinkedHashMap<>();
        synchronized (debts) {
            for (Debt debt : debts.values()) {
                if (now.isBefore(debt.until())) {
                    due.put(debt.claim(), debt.until());
                }
            }
            debts.clear();
        }
        return due;
    }

    boolean isEmpty() {
        for (Map<String, Debt> debts : byNode) {
            synchronized (debts) {
                if (!debts.isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }
}
