package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.history.History;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenSearchTest {

    private static final int HISTORIES = 20_000;

    @Test
    void the_fast_checker_and_the_search_of_all_orders_agree() {
        int explained = 0;
        for (long seed = 0; seed < HISTORIES; seed++) {
            History history = shortHistory(new Random(seed));
            boolean byChecker = new TokenChecker().check(history).violations().isEmpty();
            boolean bySearch = FencedMutexSearch.explains(history.operations());
            assertThat(byChecker).as("seed %d: %s", seed, history.operations()).isEqualTo(bySearch);
            explained += bySearch ? 1 : 0;
        }
        assertThat(explained).as("both kinds were there").isBetween(HISTORIES / 10, HISTORIES * 9 / 10);
    }

    /** Up to six grants in a narrow time, with tokens that are nearly in order. */
    private static History shortHistory(Random random) {
        Tale tale = new Tale();
        int grants = 2 + random.nextInt(5);
        for (int i = 0; i < grants; i++) {
            long invoked = 10L * i + random.nextInt(30);
            long token = 1L + i + random.nextInt(2);
            tale.hold("c" + i, i).granted(invoked, invoked + random.nextInt(30), token);
        }
        return tale.told();
    }
}
