package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What may differ between a page and what comes, and what may not. */
class LikenessTest {

    @Test
    void times_long_numbers_and_gaps_may_differ() {
        List<String> shown = List.of("by  anna, 1.8 s ago", "127.0.0.1:28450   token 1794892122994431");
        List<String> said = List.of("by anna, 950 ms ago", "127.0.0.1:7001  token 12", "");

        assertThat(Likeness.difference(shown, said)).isEmpty();
    }

    @Test
    void an_ellipsis_is_anything() {
        assertThat(Likeness.difference(List.of("…", "run id …, votes"), List.of("a", "b", "run id 7f, votes")))
                .isEmpty();
    }

    @Test
    void another_word_or_a_small_number_may_not() {
        assertThat(Likeness.difference(List.of("2 of 3 vote"), List.of("3 of 3 vote")))
                .contains("did not come: 2 of 3 vote");
        assertThat(Likeness.difference(List.of("held"), List.of("free"))).contains("did not come: held");
    }

    @Test
    void neither_may_there_be_less_or_more() {
        assertThat(Likeness.difference(List.of("a", "b"), List.of("a"))).contains("did not come: b");
        assertThat(Likeness.difference(List.of("a"), List.of("a", "b"))).contains("more came than is shown");
    }
}
