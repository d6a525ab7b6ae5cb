package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who holds the lock, as far as the answers of a lost round tell. */
class HolderTest {
    @Test
    void somebody_with_a_majority_of_votes_is_the_holder() {
        Replies votes = Ballots.replies(granted(5), denied("rival"), denied("rival"));

        assertThat(AcquireRound.holderIn(votes)).isEqualTo(Optional.of(denied("rival")));
    }

    @Test
    void nobody_is_the_holder_if_the_votes_are_split() {
        Replies votes = Ballots.replies(denied("one"), denied("other"), failed());

        assertThat(AcquireRound.holderIn(votes)).isEmpty();
    }

    @Test
    void a_holder_is_found_behind_the_vote_of_another() {
        Replies votes = Ballots.replies(denied("one"), denied("other"), denied("other"));

        assertThat(AcquireRound.holderIn(votes)).isEqualTo(Optional.of(denied("other")));
    }

    @Test
    void half_of_the_nodes_is_no_majority() {
        Replies votes = Ballots.replies(denied("rival"), denied("rival"), granted(5), granted(5));

        assertThat(AcquireRound.holderIn(votes)).isEmpty();
    }

    @Test
    void one_holder_is_one_although_its_votes_end_at_different_times() {
        Replies votes = Ballots.replies(denied("rival", 400), denied("rival", 390), failed());

        assertThat(AcquireRound.holderIn(votes)).isEqualTo(Optional.of(denied("rival", 400)));
    }
}
