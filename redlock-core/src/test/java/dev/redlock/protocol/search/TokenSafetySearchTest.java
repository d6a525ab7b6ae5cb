package dev.redlock.protocol.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Two acquisitions of one name on three nodes, in every order of sending, serving, hearing, timing out, losing
 * connections and ending of votes. Nothing is sampled, and only the two, the three and the first values are bounds.
 */
class TokenSafetySearchTest {
    private static final long PROPOSAL = 1;

    /** Nobody has started, and each node has given this value last. */
    private static World beginning(long... lastValues) {
        List<ModelNode> nodes = Arrays.stream(lastValues)
                .mapToObj(last -> new ModelNode(ModelNode.NOBODY, last))
                .toList();
        Contender first = Contender.waiting("A", nodes.size());
        Contender second = Contender.waiting("B", nodes.size());
        return new World(nodes, List.of(first, second));
    }

    private static Search.Result search(String what, World beginning, Flaw flaw) {
        Search.Result result = Search.of(beginning, PROPOSAL, flaw);
        System.out.printf(
                "Token search, %s: %,d states, %,d with two winners%n", what, result.worlds(), result.bothWon());
        return result;
    }

    private static void assertNothingFound(Search.Result result) {
        assertThat(result.story()).isEmpty();
        assertThat(result.bothWon())
                .as("states in which something could have been found")
                .isPositive();
    }

    @Test
    void no_order_of_events_gives_two_winners_equal_or_misordered_tokens() {
        assertNothingFound(search("nodes in step", beginning(0, 0, 0), Flaw.NONE));
    }

    @Test
    void nor_does_one_on_nodes_that_have_counted_differently() {
        assertNothingFound(search("nodes out of step", beginning(0, 1, 2), Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(value = Flaw.class, mode = Mode.EXCLUDE, names = "NONE")
    void every_mistake_that_would_break_the_tokens_is_found(Flaw flaw) {
        Search.Result result = search(flaw.name(), beginning(0, 0, 0), flaw);

        assertThat(result.story()).isPresent();
    }

    @Test
    void the_shortest_way_to_two_equal_tokens_without_a_store_is_told_step_by_step() {
        Search.Result result = search("for its story", beginning(0, 0, 0), Flaw.WON_BY_VOTES_ALONE);

        assertThat(result.story().orElseThrow())
                .containsExactly(
                        "A starts",
                        "A is served at node 0",
                        "A hears at node 0",
                        "B starts",
                        "B is served after the vote has ended at node 0",
                        "B hears at node 0",
                        "B is served at node 1",
                        "A is served after the vote has ended at node 1",
                        "A hears at node 1",
                        "B hears at node 1");
    }
}
