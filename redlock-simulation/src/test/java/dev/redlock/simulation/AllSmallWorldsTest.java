package dev.redlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.simulation.exhaustive.TokenSearch;
import dev.redlock.simulation.exhaustive.TokenSearch.Scope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Acquisitions of one name on three nodes, in every order of sending, serving, hearing, timing out, crashing, losing
 * connections and ending of votes. Nothing is sampled; only the numbers and the first values are bounds.
 */
class AllSmallWorldsTest {
    private static final boolean IS_LONG =
            !System.getProperty("simulation.minutes", "").isEmpty();

    @Test
    void no_order_of_events_gives_two_winners_equal_or_misordered_tokens() {
        List<Scope> scopes = new ArrayList<>(Scopes.QUICK);
        scopes.addAll(Scopes.GATED);
        scopes.addAll(List.of(Scopes.FORGETTING, Scopes.REPEATING));
        scopes.addAll(Scopes.THREE);
        if (IS_LONG) {
            scopes.add(Scopes.REPEATING_ALL);
        }

        List<TokenSearch.Result> results =
                scopes.parallelStream().map(TokenSearch::of).toList();

        results.forEach(Results.ofThisBuild()::add);
        assertThat(results).allSatisfy(result -> {
            assertThat(result.story()).as(result.scope().title()).isEmpty();
            assertThat(result.isComplete() || Scopes.THREE.contains(result.scope()))
                    .as(result.scope().title())
                    .isTrue();
            assertThat(result.allWon())
                    .as("worlds with all as winners, in which something could have been found: %s", result.scope())
                    .isPositive();
        });
    }
}
