package dev.redlock.postgres;

import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;

/**
 * The largest token that this client was told by the node. A server that was set back to an earlier disk image looks just as
 * it did then; only those who have seen more can tell.
 */
final class Recollection {
    private String runId = "";
    private long largest;

    synchronized String runId() {
        return runId;
    }

    synchronized long largest() {
        return largest;
    }

    synchronized void told(NodeReply reply) {
        if (reply instanceof NodeReply.Granted granted) {
            largest = Math.max(largest, granted.value());
        } else if (reply instanceof NodeReply.Admitted admitted) {
            largest = admitted.high();
        } else if (reply instanceof NodeReply.Facts facts) {
            told(facts.facts());
        }
    }

    private void told(NodeFacts facts) {
        if (!runId.equals(facts.runId())) {
            runId = facts.runId();
            largest = 0;
        }
        if (facts.isAdmitted()) {
            facts.admission().ifPresent(stored -> largest = Math.max(largest, stored.high()));
        }
    }
}
