package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Raise;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is given a vote, and with which token. */
interface AcquireContract extends ContractContext {
    long LARGEST_TOKEN = (1L << 53) - 1;

    @Test
    default void a_free_name_is_granted_and_the_vote_shows_holder_owner_and_ttl() {
        Claim claim = Claims.of("anna", "a");

        NodeReply reply = acquire(claim, 0);

        Vote vote = voteOf("a").orElseThrow();
        assertThat(reply).isEqualTo(new Granted(vote.token()));
        assertThat(vote.vote()).isEqualTo(claim.vote());
        assertThat(vote.remaining()).isBetween(LONG.minusSeconds(30), LONG);
    }

    @Test
    default void a_taken_name_is_denied_with_what_stands_in_the_way() {
        Claim annas = Claims.of("anna", "a");
        long token = granted(annas);

        Denied denied = probe().ask(Denied.class, new Acquire(Claims.of("bert", "a"), LONG, token + 100));

        assertThat(denied.vote()).isEqualTo(annas.vote());
        assertThat(denied.current()).isEqualTo(token);
        assertThat(denied.remaining()).isBetween(LONG.minusSeconds(30), LONG);
    }

    @Test
    default void a_denied_acquire_changes_nothing() {
        long token = granted(Claims.of("anna", "a"));

        acquire(Claims.of("bert", "a"), token + 100);

        assertThat(voteOf("a").orElseThrow().token()).isEqualTo(token);
        assertThat(high()).isEqualTo(token);
    }

    @Test
    default void the_same_holder_asking_again_gets_the_same_token_and_no_new_ttl() {
        Claim claim = Claims.of("anna", "a");
        NodeReply first = acquire(claim, 0);

        NodeReply second = probe().ask(new Acquire(claim, LONG.multipliedBy(10), ((Granted) first).value() + 50));

        assertThat(second).isEqualTo(first);
        assertThat(voteOf("a").orElseThrow().remaining()).isLessThanOrEqualTo(LONG);
    }

    @Test
    default void several_names_get_one_token_above_the_last_of_each() {
        long last = granted(Claims.of("anna", "b"));
        probe().ask(new Raise(Claims.of("anna", "b"), last, last + 70));
        probe().ask(new NodeRequest.Release(Claims.of("anna", "b")));

        NodeReply reply = acquire(Claims.of("bert", "a", "b", "c"), 0);

        assertThat(reply).isEqualTo(new Granted(last + 71));
        assertThat(List.of("a", "b", "c"))
                .allSatisfy(
                        name -> assertThat(voteOf(name).orElseThrow().token()).isEqualTo(last + 71));
    }

    @Test
    default void of_several_names_none_is_given_if_one_is_taken() {
        long token = granted(Claims.of("anna", "b"));

        Denied denied = probe().ask(Denied.class, new Acquire(Claims.of("bert", "a", "b", "c"), LONG, 0));

        assertThat(denied.current()).isEqualTo(token);
        assertThat(voteOf("a")).isEmpty();
        assertThat(voteOf("c")).isEmpty();
    }

    @Test
    default void a_holder_that_has_some_of_its_names_is_given_the_missing_ones() {
        long first = granted(Claims.of("anna", "a"));

        NodeReply reply = acquire(Claims.of("anna", "a", "b"), 0);

        assertThat(reply).isEqualTo(new Granted(first + 1));
        assertThat(voteOf("b")).isPresent();
    }

    @Test
    default void the_proposal_is_the_token_if_it_is_larger_than_the_last() {
        long proposal = high() + 1_000;

        assertThat(acquire(Claims.of("anna", "a"), proposal)).isEqualTo(new Granted(proposal));
        assertThat(high()).isEqualTo(proposal);
    }

    @Test
    default void a_proposal_that_was_given_before_is_exceeded_by_one() {
        long last = granted(Claims.of("anna", "a"));
        probe().ask(new NodeRequest.Release(Claims.of("anna", "a")));

        assertThat(acquire(Claims.of("bert", "a"), last)).isEqualTo(new Granted(last + 1));
    }

    @Test
    default void the_token_goes_on_after_a_vote_has_expired() {
        Claim annas = Claims.of("anna", "a");
        long before = high();
        grantedUntilExpiry(annas);

        assertThat(acquire(Claims.of("bert", "a"), 0)).isEqualTo(new Granted(before + 2));
    }

    @Test
    default void a_name_that_was_never_used_starts_above_the_floor_and_not_above_other_names() {
        long floor = high();
        acquire(Claims.of("anna", "busy"), floor + 500);

        assertThat(acquire(Claims.of("anna", "new"), 0)).isEqualTo(new Granted(floor + 1));
    }

    @Test
    default void tokens_are_exact_up_to_the_last_one_and_then_there_are_no_more() {
        Claim annas = Claims.of("anna", "a");
        assertThat(acquire(annas, LARGEST_TOKEN - 1)).isEqualTo(new Granted(LARGEST_TOKEN - 1));
        probe().ask(new NodeRequest.Release(annas));
        Claim berts = Claims.of("bert", "a");
        assertThat(acquire(berts, LARGEST_TOKEN - 1)).isEqualTo(new Granted(LARGEST_TOKEN));
        assertThat(acquire(berts, 0)).isEqualTo(new Granted(LARGEST_TOKEN));
        assertThat(high()).isEqualTo(LARGEST_TOKEN);
        probe().ask(new NodeRequest.Release(berts));

        Failed failed = probe().ask(Failed.class, new Acquire(Claims.of("carl", "a"), LONG, 0));

        assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        assertThat(failed.detail()).contains("tokens of this node are used up");
        assertThat(voteOf("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 53, (1L << 53) + 1, Long.MAX_VALUE})
    default void a_proposal_beyond_the_largest_token_is_an_error_and_not_rounded(long proposal) {
        Failed failed = probe().ask(Failed.class, new Acquire(Claims.of("anna", "a"), LONG, proposal));

        assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        assertThat(voteOf("a")).isEmpty();
    }

    @Test
    default void a_node_without_records_grants_nothing() {
        fixture().wipe();

        Failed failed = probe().ask(Failed.class, new Acquire(Claims.of("anna", "a"), LONG, 7));

        assertThat(failed.cause()).isEqualTo(Cause.FORGOTTEN);
        assertThat(voteOf("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "two words",
                "tab\there",
                "line\nbreak",
                "*",
                "a?c",
                "[a-z]",
                "{tag}:x",
                "\\",
                "'\"",
                "payout:42",
                "é",
                "日本",
                "🔒",
                "%s %1$d"
            })
    default void any_text_can_be_a_name(String name) {
        Claim claim = Claims.of("anna", name);
        long token = granted(claim);

        Vote vote = voteOf(name).orElseThrow();
        assertThat(vote).extracting(Vote::name, Vote::vote, Vote::token).containsExactly(name, claim.vote(), token);
        assertThat(probe().ask(NodeReply.Votes.class, new NodeRequest.ListVotes())
                        .votes())
                .extracting(Vote::name)
                .containsExactly(name);
        assertThat(acquire(Claims.of("bert", name), 0)).isInstanceOf(Denied.class);
        assertThat(acquire(Claims.of("bert", "abc", "x"), 0)).isInstanceOf(Granted.class);
    }

    @Test
    default void a_ttl_is_not_rounded_up_to_seconds() {
        probe().ask(new Acquire(Claims.of("anna", "a"), Duration.ofMillis(30_400), 0));

        assertThat(voteOf("a").orElseThrow().remaining()).isLessThanOrEqualTo(Duration.ofMillis(30_400));
    }
}
