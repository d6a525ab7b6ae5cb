package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTest {
    private static final String HOLDER = "0123456789abcdefghijk_";

    @Test
    void a_vote_is_the_holder_then_a_tab_then_the_text_for_people() {
        Claim claim = new Claim(List.of("payout:42"), HOLDER, "payer-1 on host-7");

        assertThat(claim.vote()).isEqualTo(HOLDER + "\tpayer-1 on host-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"payer-1", "", "with\ttab", "with ünïcödé"})
    void a_vote_is_taken_apart_as_it_was_put_together(String owner) {
        String vote = new Claim(List.of("payout:42"), HOLDER, owner).vote();

        assertThat(Claim.holderOf(vote)).isEqualTo(HOLDER);
        assertThat(Claim.ownerOf(vote)).isEqualTo(owner);
    }

    @Test
    void that_others_want_a_vote_is_noted_in_it_and_changes_nothing_else() {
        String vote = new Claim(List.of("payout:42"), HOLDER, "payer-1").vote();

        String wanted = Claim.wanted(vote);

        assertThat(Claim.isWanted(vote)).isFalse();
        assertThat(Claim.isWanted(wanted)).isTrue();
        assertThat(wanted).hasSameSizeAs(vote);
        assertThat(Claim.holderOf(wanted)).isEqualTo(HOLDER);
        assertThat(Claim.ownerOf(wanted)).isEqualTo("payer-1");
        assertThat(Claim.wanted(wanted)).isEqualTo(wanted);
        assertThat(Claim.asGiven(wanted)).isEqualTo(vote);
    }

    @Test
    void what_is_kept_for_somebody_or_was_not_written_by_us_stays_as_it_is_when_others_want_it() {
        assertThat(Claim.wanted(Claim.keptFor(HOLDER))).isEqualTo(Claim.keptFor(HOLDER));
        assertThat(Claim.wanted("locked")).isEqualTo("locked");
        assertThat(Claim.asGiven(Claim.keptFor(HOLDER))).isEqualTo(Claim.keptFor(HOLDER));
        assertThat(Claim.asGiven("locked")).isEqualTo("locked");
    }

    /** Votes that another program wrote: too short, as long as a holder, and long without a tab in its place. */
    @ParameterizedTest
    @ValueSource(strings = {"", "locked", HOLDER, HOLDER + "x", HOLDER + "xx\tpayer-1"})
    void a_vote_that_we_did_not_write_is_its_own_holder_and_tells_no_owner(String vote) {
        assertThat(Claim.holderOf(vote)).isEqualTo(vote);
        assertThat(Claim.ownerOf(vote)).isEmpty();
    }

    @Test
    void a_claim_without_a_name_is_rejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Claim(List.of(), HOLDER, "payer-1"))
                .withMessage("a claim needs at least one name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789abcdefghijk", "0123456789abcdefghijk_+"})
    void a_holder_of_another_length_could_not_be_split_off_again_and_is_rejected(String holder) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Claim(List.of("payout:42"), holder, "payer-1"))
                .withMessage("a holder id has 22 characters, got " + holder.length());
    }

    @Test
    void a_claim_does_not_change_with_the_list_it_was_made_from() {
        List<String> names = new ArrayList<>(List.of("payout:42"));
        Claim claim = new Claim(names, HOLDER, "payer-1");

        names.add("payout:43");

        assertThat(claim.names()).containsExactly("payout:42");
    }
}
