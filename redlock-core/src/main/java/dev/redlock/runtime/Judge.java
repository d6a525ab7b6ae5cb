package dev.redlock.runtime;

import dev.redlock.node.NodeFacts;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Knowledge;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Admissible;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Served;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is known of the nodes by now, and what follows from it. Used in the mailbox of the roster only. */
final class Judge {
    private Admission admission;
    private final List<Knowledge> known = new ArrayList<>();

    /** By node, since when it had been known to have no vote when it was last judged. */
    private final List<Tick> judgedSince = new ArrayList<>();

    Judge(Admission admission, int nodes, Tick now) {
        this.admission = admission;
        for (int node = 0; node < nodes; node++) {
            known.add(Knowledge.none(now));
            judgedSince.add(now);
        }
    }

    /** Takes in what a node said, and tells whether somebody turns out to use longer ttls than were reckoned with. */
    boolean met(int node, NodeFacts facts, Tick now) {
        known.set(node, known.get(node).met(facts, now));
        Admission before = admission;
        facts.admission().ifPresent(stored -> admission = admission.allowingFor(stored.maxTtl()));
        return !admission.equals(before);
    }

    void parted(int node, Tick now) {
        known.set(node, known.get(node).parted(now));
    }

    /** What the node said last; empty while there is no connection. */
    Optional<NodeFacts> facts(int node) {
        return Optional.ofNullable(known.get(node).facts());
    }

    boolean hasTried(int node) {
        return known.get(node).tried();
    }

    /** The longest ttl that anybody is known to use. */
    Duration longestTtl() {
        return admission.longestTtl();
    }

    Standing judge(int node, Standing before, Tick now) {
        Standing judged = admission.judge(node, known, now);
        Tick suspectSince = known.get(node).suspectSince();
        // What was reckoned before it forgot again ends too early.
        boolean isSameSuspicion = suspectSince.equals(judgedSince.set(node, suspectSince));
        return isSameSuspicion ? steady(before, judged, now) : judged;
    }

    /** The start of a process is known to the second only; of several estimates, all too late, the earliest is best. */
    private static Standing steady(Standing before, Standing judged, Tick now) {
        if (before instanceof Admissible && judged instanceof Served) {
            return before;
        }
        boolean isSame = before instanceof Quarantined earlier
                && judged instanceof Quarantined later
                && earlier.why().equals(later.why())
                && earlier.until().isBefore(later.until());
        if (!isSame) {
            return judged;
        }
        return now.isBefore(((Quarantined) before).until()) ? before : new Served();
    }
}
