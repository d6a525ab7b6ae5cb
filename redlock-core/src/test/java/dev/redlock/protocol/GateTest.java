package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.START;
import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.AcquireOutcome.Won;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Who knows of rivals asks one node before the others. */
class GateTest {
    private static final int GATE = 0;
    private static final long PROPOSAL = 5;

    @Test
    void it_is_asked_alone_and_not_for_long() {
        AcquireRound.Step step = knock(3);

        assertThat(asked(step)).containsExactly(GATE);
        assertThat(step.round().patience()).isLessThan(Ballots.TERMS.nodeTimeout());
        assertThat(step.round().mayHaveVote(GATE)).isTrue();
        assertThat(step.round().mayHaveVote(1)).as("was never asked").isFalse();
    }

    @Test
    void with_its_vote_the_others_are_asked_for_the_same_value() {
        AcquireRound.Step step = knock(3).round().onVote(GATE, granted(9), START);

        assertThat(asked(step)).containsExactly(1, 2);
        assertThat(step.commands())
                .allSatisfy(command -> assertThat(((NodeRequest.Acquire) command.request()).proposal())
                        .isEqualTo(9));
        assertThat(step.round().isInSamePhaseAs(knock(3).round())).isFalse();
        assertThat(step.round().patience()).isEqualTo(Ballots.TERMS.nodeTimeout());
        assertThat(step.round().onVote(1, granted(9), START).outcome())
                .hasValueSatisfying(won -> assertThat(((Won) won).token()).isEqualTo(9));
    }

    @Test
    void a_value_below_the_proposal_does_not_lower_it() {
        AcquireRound.Step step = knock(3).round().onVote(GATE, granted(2), START);

        assertThat(((NodeRequest.Acquire) step.commands().get(0).request()).proposal())
                .isEqualTo(PROPOSAL);
    }

    @Test
    void turned_away_there_nobody_else_is_asked_or_has_to_be_told() {
        AcquireRound.Step step = knock(3).round().onVote(GATE, denied("holder"), START);

        Lost lost = (Lost) step.outcome().orElseThrow();
        assertThat(lost.reason()).isEqualTo(Reason.HELD);
        assertThat(lost.gate()).hasValue(GATE);
        assertThat(lost.holder()).contains(denied("holder"));
        assertThat(step.round().mayHaveVote(GATE)).isFalse();
        assertThat(step.round().mayHaveVote(1)).isFalse();
    }

    @Test
    void if_it_fails_the_others_are_asked() {
        assertThat(asked(knock(3).round().onVote(GATE, failed(), START))).containsExactly(1, 2);
    }

    @Test
    void if_it_is_silent_the_others_are_asked_and_its_vote_still_counts_when_it_comes() {
        AcquireRound.Step step = knock(3).round().onTimeout(START);

        assertThat(asked(step)).containsExactly(1, 2);
        AcquireRound one = step.round().onVote(1, granted(PROPOSAL), START).round();
        assertThat(one.onVote(GATE, granted(PROPOSAL), START).outcome())
                .hasValueSatisfying(won -> assertThat(won).isInstanceOf(Won.class));
    }

    @Test
    void of_two_nodes_both_are_needed_so_that_a_failure_there_decides() {
        assertThat(knock(2).round().onVote(GATE, failed(), START).outcome())
                .hasValueSatisfying(lost -> assertThat(((Lost) lost).reason()).isEqualTo(Reason.NO_QUORUM));
    }

    @Test
    void validity_counts_from_before_the_knock() {
        AcquireRound open = knock(3).round()
                .onVote(GATE, granted(9), START.plus(Duration.ofMillis(50)))
                .round();

        Won won = (Won) open.onVote(1, granted(9), START.plus(Duration.ofMillis(90)))
                .outcome()
                .orElseThrow();

        assertThat(won.validUntil()).isEqualTo(Ballots.TERMS.validUntil(START));
    }

    @Test
    void who_was_turned_away_is_woken_by_the_release_of_who_has_it_at_any_node() {
        Lost lost =
                new Lost(Reason.HELD, Ballots.replies(denied("holder"), granted(5), granted(5)), OptionalInt.of(GATE));

        assertThat(lost.isUnblockedBy(2, Claim.holderOf(denied("holder").vote())))
                .isTrue();
        assertThat(lost.isUnblockedBy(2, Claim.holderOf(denied("somebody").vote())))
                .isFalse();
    }

    private static AcquireRound.Step knock(int nodes) {
        return AcquireRound.startAtGate(GATE, Ballots.ballot(nodes), PROPOSAL, START);
    }

    private static List<Integer> asked(AcquireRound.Step step) {
        return step.commands().stream().map(Command::node).toList();
    }
}
