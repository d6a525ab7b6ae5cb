package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Testimony;
import dev.redlock.chaos.history.Vote;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients believe, against what the three nodes say. */
class VotesRulesTest {

    private final Tale tale = new Tale();
    private final List<Vote> votes = new ArrayList<>();

    @Test
    void a_majority_for_as_long_as_the_belief_lasts_is_enough() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        vote(1, "a", 1, 5, 510);
        vote(2, "a", 1, 8, 500);
        assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void whoever_has_too_few_votes_is_told_when_and_how_many() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        vote(1, "a", 1, 5, 510);
        vote(2, "a", 1, 8, 499);
        assertThat(judged().violations())
                .containsExactly(new Violation(
                        "INV-VOTES",
                        "r",
                        499,
                        "A (token 1) believed from 0.000 s until 0.000 s that it holds r, but at 0.000 s it had the votes"
                                + " of only 1 of 3 nodes."));
    }

    @Test
    void votes_that_take_turns_are_a_majority_as_long_as_there_are_always_enough() {
        tale.hold("A", 1).granted(0, 10, 1).extended(400, 420).released(900);
        vote(1, "a", 1, 5, 450);
        vote(2, "a", 1, 8, 1000);
        vote(3, "a", 0, 410, 1000);
        assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void two_votes_of_one_node_are_one() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        vote(1, "a", 1, 5, 510);
        vote(1, "a", 1, 5, 510);
        assertThat(judged().verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void a_token_that_no_node_has_stored_is_nobodys() {
        tale.hold("A", 1).granted(0, 10, 7).released(500);
        vote(1, "a", 1, 5, 510);
        vote(2, "a", 1, 5, 510);
        assertThat(judged().violations()).extracting(Violation::at).containsExactly(10L);
    }

    @Test
    void a_vote_that_was_forgotten_counts_for_its_holder_until_it_would_have_ended() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        votes.add(new Vote("node-1", "r", "a", 1, 5, 100, 1005));
        vote(2, "a", 1, 8, 500);
        assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void a_forgotten_vote_that_is_given_to_another_makes_two_majorities_within_one_belief() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        votes.add(new Vote("node-2", "r", "a", 1, 8, 100, 1008));
        vote(1, "a", 1, 5, 500);
        vote(2, "b", 2, 120, 300);
        vote(3, "b", 2, 110, 300);
        assertThat(judged().violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.sentence())
                        .contains("a majority of the nodes had given their votes to somebody else"));
    }

    @Test
    void a_majority_that_ended_when_the_belief_began_is_fine() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        tale.hold("B", 1).granted(480, 500, 2).released(600);
        for (int node = 1; node <= 3; node++) {
            vote(node, "a", 1, 5, 500);
            vote(node, "b", 2, 500, 600);
        }
        assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void what_could_not_be_seen_counts_for_everybody() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        vote(1, "a", 1, 5, 510);
        votes.add(Vote.unseen("node-2", 0, 600));
        assertThat(judged().verdict()).isEqualTo(Verdict.SAFE);
    }

    @Test
    void where_clocks_jump_on_purpose_it_is_counted_and_not_forbidden() {
        tale.promising(false, true, 0);
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        vote(1, "a", 1, 5, 510);
        for (int node = 2; node <= 3; node++) {
            vote(node, "b", 2, 100, 200);
        }
        Judgement judgement = judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.SAFE);
        assertThat(judgement.counted())
                .containsEntry(Counters.UNBACKED, 1L)
                .containsEntry(Counters.OVERLAP_OF_VOTES, 1L);
    }

    @Test
    void what_is_counted_is_among_the_counters_of_the_run() {
        tale.promising(false, true, 0);
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        vote(1, "a", 1, 5, 510);
        History told =
                tale.facts(facts -> facts.withTestimony(Testimony.of(votes))).told();
        assertThat(Trial.of(told, Rules.all(), List.of()).counters())
                .containsEntry(Counters.UNBACKED, 1L)
                .containsEntry(Counters.VOTES, 1L);
    }

    @Test
    void nobody_who_listened_is_nothing_shown() {
        tale.hold("A", 1).granted(0, 10, 1).released(500);
        assertThat(new VotesChecker().check(tale.told()).verdict()).isEqualTo(Verdict.VACUOUS);
    }

    private void vote(int node, String holder, long token, long from, long until) {
        votes.add(new Vote("node-" + node, "r", holder, token, from, until, until));
    }

    private Judgement judged() {
        return new VotesChecker()
                .check(tale.facts(facts -> facts.withTestimony(Testimony.of(votes)))
                        .told());
    }
}
