package dev.redlock.protocol;

import dev.redlock.node.NodeFacts;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a client knows of a node, told in the words of a test. Facts are read at {@link Ballots#START}. */
final class Nodes {
    /** Of the three nodes that every test here configures. */
    static final int COUNT = 3;

    private final String run;
    private final @Nullable String admittedRun;
    private int clusterSize = COUNT;
    private Duration uptime = Duration.ofHours(1);
    private Duration toldTtl = Duration.ofDays(1);
    private boolean promoted;
    private List<String> objections = List.of();
    private @Nullable Tick firstMet = Ballots.START;
    private @Nullable String knownRun;
    private boolean metEmpty;
    private Tick suspectSince = Ballots.START;

    private Nodes(String run, @Nullable String admittedRun) {
        this.run = run;
        this.admittedRun = admittedRun;
        this.metEmpty = admittedRun == null;
    }

    /** A node whose present process was admitted. */
    static Nodes voter(String run) {
        return new Nodes(run, run);
    }

    /** A node with the records of a process that ran before. */
    static Nodes successor(String run) {
        return new Nodes(run, "before " + run);
    }

    /** A node without records. */
    static Nodes empty(String run) {
        return new Nodes(run, null);
    }

    /** A node that this client has no connection to, and never had. */
    static Knowledge absent() {
        return Knowledge.none(Ballots.START).parted(Ballots.START);
    }

    /** This client has known the process as a voter. */
    Nodes knownAs(String voter) {
        knownRun = voter;
        metEmpty = false;
        return this;
    }

    Nodes up(Duration time) {
        uptime = time;
        return this;
    }

    Nodes promoted() {
        promoted = true;
        return this;
    }

    Nodes inClusterOf(int nodes) {
        clusterSize = nodes;
        return this;
    }

    Nodes objecting(String... reasons) {
        objections = List.of(reasons);
        return this;
    }

    /** The longest ttl that it was told. */
    Nodes toldTtl(Duration ttl) {
        toldTtl = ttl;
        return this;
    }

    Nodes suspectSince(Tick time) {
        suspectSince = time;
        return this;
    }

    Nodes firstMet(@Nullable Tick time) {
        firstMet = time;
        return this;
    }

    /** It had no records when this client first met it; it was admitted after that. */
    Nodes metEmptyBefore() {
        metEmpty = true;
        return this;
    }

    Knowledge known() {
        Optional<NodeFacts.Admission> admission = Optional.ofNullable(admittedRun)
                .map(stored -> new NodeFacts.Admission(stored, clusterSize, 9, toldTtl));
        NodeFacts facts = new NodeFacts(run, uptime, promoted, admission, objections);
        return new Knowledge(facts, Ballots.START, firstMet, metEmpty, knownRun, suspectSince, null, true);
    }

    /** The same history, but the connection is lost. */
    Knowledge disconnected() {
        return new Knowledge(null, Ballots.START, firstMet, metEmpty, knownRun, suspectSince, null, true);
    }
}
