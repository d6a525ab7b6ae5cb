package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Healed;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.Raise;
import dev.redlock.node.NodeRequest.Release;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a holder can do with its votes, and nobody else. */
interface HoldContract extends ContractContext {
    Duration LONGER = LONG.multipliedBy(2);

    @Test
    default void raise_stores_the_token_while_every_vote_is_the_holders() {
        Claim claim = Claims.of("anna", "a", "b");
        long value = granted(claim);
        long token = value + 10;

        assertThat(probe().ask(new Raise(claim, value, token))).isEqualTo(new Confirmed());

        assertThat(voteOf("a").orElseThrow().token()).isEqualTo(token);
        assertThat(voteOf("b").orElseThrow().token()).isEqualTo(token);
        assertThat(high()).isEqualTo(token);
    }

    @Test
    default void raise_never_lowers_a_token() {
        Claim claim = Claims.of("anna", "a");
        long token = granted(claim);

        assertThat(probe().ask(new Raise(claim, token, token - 5))).isEqualTo(new Confirmed());

        assertThat(voteOf("a").orElseThrow().token()).isEqualTo(token);
    }

    @Test
    default void raise_after_expiry_stores_nothing() {
        Claim claim = Claims.of("anna", "a");
        grantedUntilExpiry(claim);
        long before = high();

        assertThat(probe().ask(new Raise(claim, before, before + 10))).isEqualTo(new NotHeld());

        assertThat(high()).isEqualTo(before);
        assertThat(acquire(Claims.of("bert", "a"), 0)).isEqualTo(new Granted(before + 1));
    }

    @Test
    default void raise_stores_nothing_if_somebody_else_had_the_vote_before_a_repeated_acquire_brought_it_back() {
        Claim claim = Claims.of("anna", "a");
        long value = granted(claim);
        probe().ask(new NodeRequest.Release(claim));
        long berts = granted(Claims.of("bert", "a"));
        probe().ask(new NodeRequest.Release(Claims.of("bert", "a")));
        granted(claim);

        assertThat(probe().ask(new Raise(claim, value, berts))).isEqualTo(new NotHeld());
    }

    @Test
    default void raise_stores_nothing_if_one_of_several_votes_is_somebody_elses() {
        long annas = granted(Claims.of("anna", "a"));
        long berts = granted(Claims.of("bert", "b"));

        assertThat(probe().ask(new Raise(Claims.of("anna", "a", "b"), annas, berts + 10)))
                .isEqualTo(new NotHeld());

        assertThat(voteOf("a").orElseThrow().token()).isLessThanOrEqualTo(berts);
        assertThat(voteOf("b").orElseThrow().token()).isEqualTo(berts);
    }

    @Test
    default void extend_starts_the_ttl_of_all_votes_anew_and_leaves_the_token() {
        Claim claim = Claims.of("anna", "a", "b");
        long token = granted(claim);

        assertThat(probe().ask(new Extend(claim, LONGER, token + 5, false))).isEqualTo(new Confirmed());

        assertThat(List.of("a", "b")).allSatisfy(name -> {
            Vote vote = voteOf(name).orElseThrow();
            assertThat(vote.remaining()).isGreaterThan(LONG);
            assertThat(vote.token()).isEqualTo(token);
        });
    }

    @Test
    default void extend_can_shorten_a_vote() {
        Claim claim = Claims.of("anna", "a");
        long token = granted(claim);

        probe().ask(new Extend(claim, Duration.ofSeconds(5), token, false));

        assertThat(voteOf("a").orElseThrow().remaining()).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    default void extend_leaves_a_missing_vote_alone_unless_asked_to_heal() {
        Claim claim = Claims.of("anna", "a", "b");
        long token = granted(claim);
        probe().ask(new ForceRelease("b"));

        assertThat(probe().ask(new Extend(claim, LONGER, token, false))).isEqualTo(new NotHeld());

        assertThat(voteOf("b")).isEmpty();
        assertThat(voteOf("a").orElseThrow().remaining()).isLessThanOrEqualTo(LONG);
    }

    @Test
    default void extend_heals_missing_votes_if_asked_and_remembers_the_token() {
        Claim claim = Claims.of("anna", "a", "b");
        long token = granted(claim) + 20;
        probe().ask(new Release(Claims.of("anna", "b")));

        assertThat(probe().ask(new Extend(claim, LONGER, token, true))).isEqualTo(new Healed());

        assertThat(List.of("a", "b")).allSatisfy(name -> {
            Vote vote = voteOf(name).orElseThrow();
            assertThat(vote.vote()).isEqualTo(claim.vote());
            assertThat(vote.remaining()).isGreaterThan(LONG);
            assertThat(vote.token()).isEqualTo(token);
        });
        assertThat(probe().ask(new Extend(claim, LONGER, token, true))).isEqualTo(new Confirmed());
    }

    @Test
    default void extend_does_not_heal_a_vote_that_was_taken_away_by_force() {
        Claim claim = Claims.of("anna", "a", "b");
        long token = granted(claim);
        probe().ask(new ForceRelease("b"));

        assertThat(probe().ask(new Extend(claim, LONGER, token, true))).isEqualTo(new NotHeld());

        assertThat(voteOf("b")).isEmpty();
        assertThat(probe().ask(new Acquire(Claims.of("bert", "b"), LONG, 1)))
                .as("it is free for anybody else")
                .isInstanceOf(Granted.class);
    }

    @Test
    default void extend_never_touches_a_vote_of_somebody_else() {
        granted(Claims.of("anna", "a"));
        Claim berts = Claims.of("bert", "b");
        long token = granted(berts);

        assertThat(probe().ask(new Extend(Claims.of("anna", "a", "b", "c"), LONGER, token + 9, true)))
                .isEqualTo(new NotHeld());

        Vote left = voteOf("b").orElseThrow();
        assertThat(left.vote()).isEqualTo(berts.vote());
        assertThat(left.remaining()).isLessThanOrEqualTo(LONG);
        assertThat(voteOf("a").orElseThrow().remaining()).isLessThanOrEqualTo(LONG);
        assertThat(voteOf("c")).isEmpty();
        assertThat(high()).isEqualTo(token);
    }

    @Test
    default void releasing_ones_own_votes_frees_all_names() {
        Claim claim = Claims.of("anna", "a", "b");
        long token = granted(claim);

        assertThat(probe().ask(new Release(claim))).isEqualTo(new Freed(Found.OWN));

        assertThat(voteOf("a")).isEmpty();
        assertThat(acquire(Claims.of("bert", "a", "b"), 0)).isEqualTo(new Granted(token + 1));
    }

    @Test
    default void releasing_twice_finds_nothing_the_second_time() {
        Claim claim = Claims.of("anna", "a");
        granted(claim);
        probe().ask(new Release(claim));

        assertThat(probe().ask(new Release(claim))).isEqualTo(new Freed(Found.EXPIRED));
    }

    @Test
    default void releasing_an_expired_vote_says_so() {
        Claim claim = Claims.of("anna", "a");
        grantedUntilExpiry(claim);

        assertThat(probe().ask(new Release(claim))).isEqualTo(new Freed(Found.EXPIRED));
    }

    @Test
    default void a_stranger_cannot_release_somebody_elses_vote() {
        Claim claim = Claims.of("anna", "a");
        granted(claim);

        assertThat(probe().ask(new Release(Claims.of("bert", "a")))).isEqualTo(new Freed(Found.FOREIGN));

        assertThat(voteOf("a").orElseThrow().vote()).isEqualTo(claim.vote());
    }

    @Test
    default void of_several_votes_the_own_ones_are_released_and_the_worst_finding_is_told() {
        Claim all = Claims.of("anna", "a", "b", "c");
        granted(Claims.of("anna", "a"));
        granted(Claims.of("anna", "c"));
        assertThat(probe().ask(new Release(all))).isEqualTo(new Freed(Found.EXPIRED));
        assertThat(voteOf("c")).isEmpty();
        granted(Claims.of("anna", "c"));
        granted(Claims.of("bert", "a"));

        assertThat(probe().ask(new Release(all))).isEqualTo(new Freed(Found.FOREIGN));

        assertThat(voteOf("a")).isPresent();
        assertThat(voteOf("c")).isEmpty();
    }

    @Test
    default void an_operator_can_take_a_vote_away_and_sees_what_it_was() {
        Claim claim = Claims.of("anna", "a");
        long token = granted(claim);

        Vote taken = probe().ask(Seen.class, new ForceRelease("a")).vote().orElseThrow();

        assertThat(taken.vote()).isEqualTo(claim.vote());
        assertThat(taken.token()).isEqualTo(token);
        assertThat(voteOf("a")).isEmpty();
        assertThat(acquire(Claims.of("bert", "a"), 0)).isEqualTo(new Granted(token + 1));
    }

    @Test
    default void taking_away_a_vote_that_is_not_there_finds_nothing() {
        assertThat(probe().ask(Seen.class, new ForceRelease("a")).vote()).isEmpty();
    }

    static Stream<NodeRequest> requestsThatNeedRecords() {
        Claim claim = Claims.of("anna", "a");
        return Stream.of(
                new Raise(claim, 1, 1), new Extend(claim, LONG, 1, true), new NodeRequest.Rotate(Duration.ZERO));
    }

    @ParameterizedTest
    @MethodSource("dev.redlock.node.HoldContract#requestsThatNeedRecords")
    default void without_records_nothing_is_confirmed(NodeRequest request) {
        granted(Claims.of("anna", "a"));
        fixture().wipe();

        Failed failed = probe().ask(Failed.class, request);

        assertThat(failed.cause()).isEqualTo(Cause.FORGOTTEN);
        assertThat(voteOf("a")).isEmpty();
    }

    @Test
    default void without_records_a_release_still_works() {
        fixture().wipe();

        assertThat(probe().ask(new Release(Claims.of("anna", "a")))).isEqualTo(new Freed(Found.EXPIRED));
    }
}
