package dev.redlock.benchmarks.alone;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.protocol.AcquireOutcome;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.AcquireRound.Step;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From the first command of a round to its outcome: five nodes are asked, and vote for us and for one token. */
@State(Scope.Benchmark)
public class RoundOfVotes {
    private static final int NODES = 5;
    private static final long TOKEN = 4711;

    private final NodeReply vote = new NodeReply.Granted(TOKEN);
    private final Tick now = new Tick(1);
    private final Ballot ballot = new Ballot(
            NODES,
            new Claim(List.of("payout:42"), "a".repeat(Claim.HOLDER_LENGTH), "benchmark"),
            new LeaseTerms(Duration.ofSeconds(30), Duration.ofMillis(300), Duration.ZERO, Duration.ofSeconds(1)));

    @Benchmark
    public AcquireOutcome decide() {
        Step step = AcquireRound.start(ballot, TOKEN, now);
        // Once a majority has voted the outcome is there, and nobody looks at the votes that come later.
        for (int node = 0; step.outcome().isEmpty(); node++) {
            step = step.round().onVote(node, vote, now);
        }
        return step.outcome().get();
    }
}
