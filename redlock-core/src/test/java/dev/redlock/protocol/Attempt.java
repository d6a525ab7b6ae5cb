package dev.redlock.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Won;
import dev.redlock.time.Tick;
import java.util.List;

/** Feeds one round event by event, as the runtime does, and keeps what the last event led to. */
final class Attempt {
    private static final long PROPOSAL = 5;

    private AcquireRound.Step last;
    private Tick now = Ballots.START;

    private Attempt(AcquireRound.Step first) {
        this.last = first;
    }

    static Attempt of(int nodes) {
        return new Attempt(AcquireRound.start(Ballots.ballot(nodes), PROPOSAL, Ballots.START));
    }

    /** All that follows happens at this time, until told otherwise. */
    Attempt at(Tick time) {
        now = time;
        return this;
    }

    Attempt vote(int node, NodeReply reply) {
        return take(open().onVote(node, reply, now));
    }

    /** The same answer from the nodes 0 to count - 1. */
    Attempt votes(int count, NodeReply reply) {
        for (int node = 0; node < count; node++) {
            vote(node, reply);
        }
        return this;
    }

    Attempt stored(int node, NodeReply reply) {
        return take(open().onStored(node, reply, now));
    }

    Attempt timeout() {
        return take(open().onTimeout(now));
    }

    Attempt cancel() {
        return take(open().onCancel());
    }

    AcquireRound round() {
        return last.round();
    }

    boolean isOpen() {
        return last.outcome().isEmpty();
    }

    /** What the last event asked for. */
    List<Command> commands() {
        return last.commands();
    }

    Won won() {
        assertThat(last.outcome()).containsInstanceOf(Won.class);
        return (Won) last.outcome().orElseThrow();
    }

    Lost lost() {
        assertThat(last.outcome()).containsInstanceOf(Lost.class);
        return (Lost) last.outcome().orElseThrow();
    }

    static Command acquire(int node) {
        return new Command(node, new NodeRequest.Acquire(Ballots.CLAIM, Ballots.TERMS.ttl(), PROPOSAL));
    }

    static Command raise(int node, long granted, long token) {
        return new Command(node, new NodeRequest.Raise(Ballots.CLAIM, granted, token));
    }

    private AcquireRound open() {
        assertThat(last.outcome())
                .as("nothing is asked of a round that has ended")
                .isEmpty();
        return last.round();
    }

    /** Whoever has an outcome has nothing more to do: the runtime withdraws or keeps what there is. */
    private Attempt take(AcquireRound.Step step) {
        last = step;
        assertThat(isOpen() || commands().isEmpty())
                .as("no commands after the end")
                .isTrue();
        return this;
    }
}
