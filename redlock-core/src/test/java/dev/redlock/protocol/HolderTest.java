package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who holds the lock, as far as the answers of a lost round tell. */
class HolderTest {
    @Test
    void somebody_with_a_majority_of_votes_is_the_holder() {
        Replies votes = Ballots.replies(granted(5), denied("rival"), denied("rival"));

        assertThat(lost(votes).holder()).isEqualTo(Optional.of(denied("rival")));
    }

    @Test
    void nobody_is_the_holder_if_the_votes_are_split() {
        Replies votes = Ballots.replies(denied("one"), denied("other"), failed());

        assertThat(lost(votes).holder()).isEmpty();
    }

    @Test
    void a_holder_is_found_behind_the_vote_of_another() {
        Replies votes = Ballots.replies(denied("one"), denied("other"), denied("other"));

        assertThat(lost(votes).holder()).isEqualTo(Optional.of(denied("other")));
    }

    @Test
    void half_of_the_nodes_is_no_majority() {
        Replies votes = Ballots.replies(denied("rival"), denied("rival"), granted(5), granted(5));

        assertThat(lost(votes).holder()).isEmpty();
    }

    @Test
    void one_holder_is_one_although_its_votes_end_at_different_times() {
        Replies votes = Ballots.replies(denied("rival", 400), denied("rival", 390), failed());

        assertThat(lost(votes).holder()).isEqualTo(Optional.of(denied("rival", 400)));
    }

    @Test
    void a_waiter_is_woken_by_the_release_of_the_holder() {
        Lost lost = lost(Ballots.replies(denied("holder"), denied("holder"), denied("holder")));

        assertThat(lost.isUnblockedBy(0, holderId("holder"))).isTrue();
    }

    @Test
    void a_waiter_is_not_woken_by_a_rival_that_gives_up_while_the_lock_is_held() {
        Lost lost = lost(Ballots.replies(denied("holder"), denied("holder"), denied("rival")));

        assertThat(lost.isUnblockedBy(2, holderId("rival"))).isFalse();
    }

    @Test
    void a_waiter_is_woken_by_a_rival_that_gives_up_when_nobody_holds_the_lock() {
        Lost lost = lost(Ballots.replies(denied("one"), denied("other"), failed()));

        assertThat(lost.isUnblockedBy(1, holderId("other"))).isTrue();
        assertThat(lost.isUnblockedBy(0, holderId("other")))
                .as("it was not in the way there")
                .isFalse();
        assertThat(lost.isUnblockedBy(2, holderId("other")))
                .as("nobody was in the way there")
                .isFalse();
    }

    @Test
    void a_waiter_is_woken_when_an_operator_frees_the_lock() {
        Lost lost = lost(Ballots.replies(denied("holder"), denied("holder"), failed()));

        assertThat(lost.isUnblockedBy(0, "")).isTrue();
    }

    private static Lost lost(Replies votes) {
        return new Lost(Reason.HELD, votes);
    }

    private static String holderId(String who) {
        return Claim.holderOf(denied(who).vote());
    }
}
