package dev.redlock.simulation.world;

import dev.redlock.node.Claim;
import dev.redlock.node.LockNode;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.simulation.check.NodeCheck;
import dev.redlock.simulation.check.TtlRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One node: the in-memory node of the product, with a clock of its own and faults. */
final class Server implements LockNode.Observer {
    private static final long EPOCH_MICROS = 1_700_000_000_000_000L;

    private final int index;
    private final Schedule schedule;
    private final Clock clock;
    private final NodeCheck check;
    private final MemoryServer memory;
    private final MemoryNode node;
    private final List<Connection> connections = new ArrayList<>();
    private final TtlRecord ttls = new TtlRecord();
    private MemoryServer.Snapshot backup;
    private final Function<NodeRequest, NodeReply> execute = this::execute;
    private final Consumer<NodeReply> takeAnswer = this::take;
    private @Nullable NodeReply answer;
    private @Nullable Session session;
    private boolean up = true;
    private long frozenUntil;
    private long erringUntil;
    private int lostScripts;
    private int repeats;
    private long lateRepeat;
    private long otherTrouble;
    private boolean restored;

    Server(int index, Schedule schedule, Clock clock, NodeCheck check) {
        this.index = index;
        this.schedule = schedule;
        this.clock = clock;
        this.check = check;
        this.memory = new MemoryServer("n" + index, clock, () -> EPOCH_MICROS + clock.nanos() / 1_000);
        this.backup = memory.snapshot();
        this.node = new MemoryNode(new NodeId(index, "n" + index), memory);
        node.open(this);
    }

    /** Somebody wants to hear of this, and may be told of from now on. */
    void watch(String nameOrTicket) {
        node.watch(nameOrTicket);
    }

    int index() {
        return index;
    }

    boolean isUp() {
        return up;
    }

    long frozenUntil() {
        return frozenUntil;
    }

    /** When it last did anything but answer at once and once. */
    long troubledUntil() {
        return Math.max(Math.max(frozenUntil, erringUntil), otherTrouble);
    }

    /** Whether it ever went back in time, so that votes which were given back may be there again. */
    boolean wasRestored() {
        return restored;
    }

    void restore(long downtime) {
        restored = true;
        restart(downtime, backup, true);
    }

    void expectNothingOf(Predicate<String> owners) {
        for (NodeReply.Vote vote : votes()) {
            if (owners.test(Claim.ownerOf(vote.vote()))) {
                check.leftBehind(vote);
            }
        }
    }

    List<NodeReply.Vote> votes() {
        return up ? ((NodeReply.Votes) execute(new NodeRequest.ListVotes())).votes() : List.of();
    }

    void accept(Connection connection) {
        connections.removeIf(Connection::isBroken);
        connections.add(connection);
    }

    /** Carries out a request that has come in, with the faults that are due. */
    NodeReply serve(NodeRequest request) {
        if (schedule.now() < erringUntil && !(request instanceof NodeRequest.ReadFacts)) {
            return new Failed(Cause.ERROR, "a simulated error");
        }
        if (lostScripts > 0 && request instanceof NodeRequest.OfClaim) {
            lostScripts--;
            otherTrouble = schedule.now();
            return new Failed(Cause.SCRIPT_MISSING, "its scripts were flushed");
        }
        if (lateRepeat > 0 && request instanceof NodeRequest.OfClaim) {
            long delay = lateRepeat;
            lateRepeat = 0;
            check.repeatedLate(request);
            schedule.at(schedule.now() + delay, () -> {
                if (up) {
                    check.serve(execute, request);
                }
            });
        }
        NodeReply reply = check.serve(execute, request);
        noteTtls(request, reply);
        if (repeats > 0) {
            repeats--;
            check.repeat(execute, request, reply);
        }
        return reply;
    }

    TtlRecord ttls() {
        return ttls;
    }

    /** Whether the process that runs now has not been let vote, and would be by this. */
    boolean wouldBeginToVote(NodeRequest.Admit admit) {
        NodeFacts facts = facts();
        boolean isAsItWasRead =
                facts.admission().map(NodeFacts.Admission::runId).equals(admit.recorded());
        return !facts.isAdmitted() && isAsItWasRead;
    }

    private void noteTtls(NodeRequest request, NodeReply reply) {
        if (request instanceof NodeRequest.Admit admit && reply instanceof NodeReply.Admitted) {
            ttls.told(admit.wanted().maxTtl(), schedule.now());
        } else if (request instanceof NodeRequest.Acquire acquire && reply instanceof NodeReply.Granted) {
            check.voted(acquire.ttl(), ttls);
        } else if (request instanceof NodeRequest.Extend extend
                && (reply instanceof NodeReply.Confirmed || reply instanceof NodeReply.Healed)) {
            check.voted(extend.ttl(), ttls);
        }
    }

    private void noteForgetting() {
        Duration left = facts().admission().map(NodeFacts.Admission::maxTtl).orElse(Duration.ZERO);
        ttls.forgot(left, schedule.now());
    }

    /** As the check needs it: without faults. */
    NodeReply execute(NodeRequest request) {
        Objects.requireNonNull(session).send(request, takeAnswer);
        return Objects.requireNonNull(answer);
    }

    private void take(NodeReply reply) {
        answer = reply;
    }

    NodeFacts facts() {
        return ((NodeReply.Facts) execute(new NodeRequest.ReadFacts())).facts();
    }

    void freezeFor(long nanos) {
        frozenUntil = Math.max(frozenUntil, schedule.now() + nanos);
    }

    void errFor(long nanos) {
        erringUntil = Math.max(erringUntil, schedule.now() + nanos);
    }

    void loseScripts() {
        lostScripts++;
    }

    void repeatNext() {
        repeats++;
    }

    void repeatNextAfter(long nanos) {
        lateRepeat = nanos;
    }

    void jump(long nanos) {
        clock.jump(nanos);
    }

    void wipe() {
        if (up) {
            memory.wipe();
            noteForgetting();
        }
    }

    void backUp() {
        backup = memory.snapshot();
    }

    /** Stops, and starts again after a while with these data. */
    void restart(long downtime, MemoryServer.@Nullable Snapshot data, boolean forgets) {
        if (up) {
            up = false;
            memory.stop();
            connections.forEach(connection -> connection.breakUp(Connection.Fate.DROPPED));
            connections.clear();
            schedule.at(schedule.now() + downtime, () -> {
                up = true;
                otherTrouble = schedule.now();
                if (data == null) {
                    memory.start(false);
                } else {
                    memory.startFrom(data);
                }
                if (forgets) {
                    noteForgetting();
                }
            });
        }
    }

    /** What it knows now; after a stop that is what is on its disk. */
    MemoryServer.Snapshot data() {
        return memory.snapshot();
    }

    void calm() {
        frozenUntil = Math.min(frozenUntil, schedule.now());
        erringUntil = Math.min(erringUntil, schedule.now());
        lostScripts = 0;
        repeats = 0;
        lateRepeat = 0;
    }

    @Override
    public void connected(Session opened, NodeFacts facts) {
        session = opened;
    }

    @Override
    public void disconnected(String cause) {
        session = null;
    }

    @Override
    public void released(String name, String holder) {
        connections.forEach(connection -> connection.notice(name, holder));
    }
}
