package dev.redlock.simulation.exhaustive;

import dev.redlock.node.LockNode;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a node can remember, by number. What is done to a node is done by the real in-memory node, once for each of these
 * states, and looked up from then on.
 */
final class NodeStates implements LockNode.Observer {
    static final String NAME = "payout:42";

    /** Above all that is given in a small world, as the clock of a node that has lost its data is. */
    private static final long CLOCK_AFTER_WIPE = 100;

    private static final Tick START = new Tick(0);
    private static final Duration MAX_TTL = Duration.ofMinutes(1);
    private static final Tick WHEN_VOTES_HAVE_ENDED = START.plus(Duration.ofDays(1));
    private static final String PROCESS = "the admitted process";
    private static final int NODES = 3;

    /** From a client that knows of no tokens elsewhere, which is the worst that can happen. */
    private static final NodeRequest ADMIT =
            new NodeRequest.Admit(Optional.empty(), new NodeFacts.Admission(PROCESS, NODES, 0, MAX_TTL));

    /** What can be done to a node besides asking it, numbered below all requests. */
    enum Event {
        /** The vote ends by itself. */
        EXPIRE(0),
        /** All data is deleted. */
        WIPE(1),
        /** A node without data is allowed to vote again. */
        ADMIT(2),
        /** The token entries are dropped. */
        ROTATE(3);

        private final int code;

        Event(int code) {
            this.code = code;
        }
    }

    private final Interned<MemoryServer.Snapshot> states = new Interned<>();
    private final Interned<NodeRequest> requests = new Interned<>();
    private final Interned<NodeReply> replies = new Interned<>();
    private final LongMap transitions = new LongMap();
    private final MemoryServer server;
    private Tick now = START;
    private long clock;
    private @Nullable Session session;

    NodeStates() {
        server = new MemoryServer("node", () -> now, () -> clock);
        new MemoryNode(new NodeId(0, "node"), server).open(this);
    }

    /** A node that has given this value last. */
    int admitted(long lastValue) {
        server.start(false);
        clock = lastValue;
        ask(ADMIT);
        return present();
    }

    int request(NodeRequest request) {
        return requests.number(request);
    }

    NodeRequest request(int number) {
        return requests.get(number);
    }

    int reply(NodeReply reply) {
        return replies.number(reply);
    }

    NodeReply reply(int number) {
        return replies.get(number);
    }

    /** The answer to a request. */
    int answer(int state, int request) {
        return (int) execute(state, request);
    }

    /** The node after a request. */
    int after(int state, int request) {
        return (int) (execute(state, request) >>> 32);
    }

    int after(int state, Event event) {
        return (int) transition(state, event.code, () -> {
            happen(event);
            return 0;
        });
    }

    private long execute(int state, int request) {
        return transition(state, Event.values().length + request, () -> replies.number(ask(requests.get(request))));
    }

    /** The state that follows, in the upper half, and what was answered, in the lower one. */
    private long transition(int state, int what, Supplier<Integer> action) {
        long key = (long) state << 32 | what;
        if (!transitions.contains(key)) {
            server.startFrom(states.get(state));
            int answer = action.get();
            boolean isEvent = what < Event.values().length;
            transitions.put(key, isEvent ? present() : (long) present() << 32 | answer);
        }
        return transitions.get(key);
    }

    private void happen(Event event) {
        switch (event) {
            case EXPIRE -> {
                now = WHEN_VOTES_HAVE_ENDED;
                ask(new NodeRequest.ListVotes());
                now = START;
            }
            case WIPE -> server.wipe();
            case ADMIT -> {
                clock = CLOCK_AFTER_WIPE;
                ask(ADMIT);
            }
            case ROTATE -> ask(new NodeRequest.Rotate(Duration.ZERO));
        }
    }

    /** Two states are the same if they look the same from outside now, and after the entries have been dropped. */
    private int present() {
        MemoryServer.Snapshot snapshot = server.snapshot();
        String looks = look();
        ask(new NodeRequest.Rotate(Duration.ZERO));
        return states.number(snapshot, looks + look());
    }

    private String look() {
        NodeReply vote = ask(new NodeRequest.Inspect(NAME));
        NodeFacts facts = ((NodeReply.Facts) ask(new NodeRequest.ReadFacts())).facts();
        // Without a vote, a node says what it gave last only to whoever asks for one.
        NodeReply value = ask(new NodeRequest.Acquire(Contender.stranger(), Contender.TTL, 0));
        ask(new NodeRequest.Release(Contender.stranger()));
        return vote + "|" + facts.admission() + "|" + value;
    }

    private NodeReply ask(NodeRequest request) {
        NodeReply[] answer = new NodeReply[1];
        Objects.requireNonNull(session).send(request, reply -> answer[0] = reply);
        return answer[0];
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
    public void released(String name, String holder) {}
}
