package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.NodeProbe.Notice;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.LeaveLine;
import dev.redlock.node.NodeRequest.Place;
import dev.redlock.node.NodeRequest.Raise;
import dev.redlock.node.NodeRequest.Release;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Those who wait for a vote, at a node that has lines. */
interface LineContract extends ContractContext {
    String FIRST = Claims.holderId("first");
    String SECOND = Claims.holderId("second");

    @Test
    default void who_is_refused_gets_a_place_in_line_and_only_one() {
        granted(Claims.of("anna", "a"));

        assertThat(join("bert", FIRST).waiting()).isEqualTo(1);
        assertThat(join("bert again", FIRST).waiting()).isEqualTo(1);
        assertThat(join("carl", SECOND).waiting()).isEqualTo(2);
    }

    @Test
    default void who_does_not_want_to_wait_gets_no_place() {
        granted(Claims.of("anna", "a"));

        assertThat(denied(new Acquire(Claims.of("bert", "a"), LONG, 0)).waiting())
                .isZero();
        assertThat(denied(ask("bert", FIRST)).waiting()).isZero();
        assertThat(join("carl", SECOND).waiting()).isEqualTo(1);
    }

    @Test
    default void a_release_keeps_the_vote_for_the_first_in_line_and_tells_nobody_else() {
        watch(FIRST, SECOND);
        Claim anna = Claims.of("anna", "a");
        long token = granted(anna);
        join("bert", FIRST);
        join("carl", SECOND);

        probe().ask(new Release(anna));

        assertThat(denied(ask("carl", SECOND)).vote()).startsWith(FIRST);
        assertThat(denied(new Acquire(Claims.of("dora", "a"), LONG, 0)).vote()).startsWith(FIRST);
        assertThat(probe().ask(Granted.class, ask("bert", FIRST)).value()).isGreaterThan(token);
        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).containsExactly(new Notice(FIRST, "a"));
    }

    @Test
    default void who_waits_is_told_although_the_lease_was_extended_meanwhile() {
        watch(FIRST);
        Claim anna = Claims.of("anna", "a");
        long token = granted(anna);
        join("bert", FIRST);
        assertThat(probe().ask(new Extend(anna, LONG, token, true))).isEqualTo(new Confirmed());

        probe().ask(new Release(anna));

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).containsExactly(new Notice(FIRST, "a"));
    }

    @Test
    default void the_next_one_is_told_when_the_first_gives_it_back() {
        watch(FIRST, SECOND);
        Claim anna = Claims.of("anna", "a");
        granted(anna);
        join("bert", FIRST);
        join("carl", SECOND);
        probe().ask(new Release(anna));
        probe().ask(Granted.class, ask("bert", FIRST));

        probe().ask(new Release(Claims.of("bert", "a")));

        probe().ask(Granted.class, ask("carl", SECOND));
        await().until(() -> probe().notices().size() == 2);
        assertThat(probe().notices()).containsExactly(new Notice(FIRST, "a"), new Notice(SECOND, "a"));
    }

    @Test
    default void who_has_gone_is_passed_over() {
        watch(SECOND);
        Claim anna = Claims.of("anna", "a");
        granted(anna);
        join("bert", FIRST);
        join("carl", SECOND);

        probe().ask(new Release(anna));

        probe().ask(Granted.class, ask("carl", SECOND));
    }

    @Test
    default void a_vote_is_free_where_everybody_in_line_has_gone() {
        Claim anna = Claims.of("anna", "a");
        granted(anna);
        join("bert", FIRST);

        probe().ask(new Release(anna));

        granted(Claims.of("dora", "a"));
    }

    @Test
    default void what_is_kept_is_nobodys() {
        watch(FIRST);
        Claim anna = Claims.of("anna", "a");
        long token = keptForFirst(anna);
        Claim ticket = new Claim(List.of("a"), FIRST, "");

        assertThat(voteOf("a")).isEmpty();
        assertThat(probe().ask(NodeReply.Votes.class, new NodeRequest.ListVotes())
                        .votes())
                .isEmpty();
        for (Claim claim : List.of(anna, ticket)) {
            assertThat(probe().ask(new Raise(claim, token, token))).isEqualTo(new NotHeld());
            assertThat(probe().ask(new Extend(claim, LONG, token, true))).isEqualTo(new NotHeld());
            assertThat(probe().ask(new Release(claim))).isEqualTo(new Freed(Found.EXPIRED));
        }
        denied(new Acquire(Claims.of("dora", "a"), LONG, 0));
    }

    @Test
    default void what_is_kept_and_not_taken_is_free_soon() {
        watch(FIRST);
        keptForFirst(Claims.of("anna", "a"));

        await().until(() -> acquire(Claims.of("dora", "a"), 0) instanceof Granted);
    }

    @Test
    default void who_leaves_the_line_is_not_told() {
        watch(FIRST, SECOND);
        Claim anna = Claims.of("anna", "a");
        granted(anna);
        join("bert", FIRST);
        join("carl", SECOND);

        assertThat(probe().ask(new LeaveLine(List.of("a", "b"), FIRST))).isEqualTo(new Confirmed());
        probe().ask(new Release(anna));

        probe().ask(Granted.class, ask("carl", SECOND));
        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).containsExactly(new Notice(SECOND, "a"));
    }

    @Test
    default void what_was_kept_for_who_leaves_is_kept_for_the_next() {
        watch(FIRST, SECOND);
        Claim anna = Claims.of("anna", "a");
        granted(anna);
        join("bert", FIRST);
        join("carl", SECOND);
        probe().ask(new Release(anna));

        probe().ask(new LeaveLine(List.of("a"), FIRST));

        denied(ask("bert", FIRST));
        probe().ask(Granted.class, ask("carl", SECOND));
    }

    @Test
    default void an_operator_who_takes_the_vote_away_lets_the_first_in_line_have_it() {
        watch(FIRST);
        granted(Claims.of("anna", "a"));
        join("bert", FIRST);

        probe().ask(new ForceRelease("a"));

        denied(new Acquire(Claims.of("dora", "a"), LONG, 0));
        probe().ask(Granted.class, ask("bert", FIRST));
    }

    @Test
    default void nobody_is_told_of_a_lock_that_nobody_else_wants() {
        watch("a", "end");
        Claim anna = Claims.of("anna", "a");
        granted(anna);
        probe().ask(new Release(anna));
        granted(Claims.of("anna", "end"));
        denied(new Acquire(Claims.of("bert", "end"), LONG, 0));
        probe().ask(new Release(Claims.of("anna", "end")));

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).extracting(Notice::name).containsExactly("end");
    }

    private long keptForFirst(Claim holder) {
        long token = granted(holder);
        join("bert", FIRST);
        probe().ask(new Release(holder));
        return token;
    }

    private Denied join(String holder, String ticket) {
        return denied(new Acquire(Claims.of(holder, "a"), LONG, 0, Optional.of(new Place(ticket, true))));
    }

    private static Acquire ask(String holder, String ticket) {
        return new Acquire(Claims.of(holder, "a"), LONG, 0, Optional.of(new Place(ticket, false)));
    }

    private Denied denied(Acquire request) {
        return probe().ask(Denied.class, request);
    }

    private void watch(String... tickets) {
        for (String ticket : tickets) {
            probe().node().watch(ticket);
        }
        probe().ask(new NodeRequest.ReadFacts());
    }
}
