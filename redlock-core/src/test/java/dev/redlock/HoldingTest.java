package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker of histories finds what it is there to find. */
class HoldingTest {
    private static final Holding FIRST = new Holding("one", 1, 100, 200, 5, true);

    @Test
    void one_after_the_other_is_fine() {
        assertThat(Holding.violations(List.of(new Holding("two", 2, 200, 300, 5, true), FIRST)))
                .isEmpty();
    }

    @Test
    void two_inside_at_a_time_are_found() {
        assertThat(Holding.violations(List.of(FIRST, new Holding("two", 2, 199, 300, 5, true))))
                .singleElement()
                .asString()
                .contains("overlaps");
    }

    @Test
    void a_token_that_does_not_grow_is_found() {
        assertThat(Holding.violations(List.of(FIRST, new Holding("two", 1, 300, 400, 5, true))))
                .singleElement()
                .asString()
                .contains("did not grow");
    }

    @Test
    void company_that_the_witness_saw_is_found() {
        assertThat(Holding.violations(List.of(new Holding("one", 1, 100, 200, 5, false))))
                .singleElement()
                .asString()
                .contains("witness");
    }

    @Test
    void what_is_written_can_be_read() {
        assertThat(Holding.read(FIRST.write())).isEqualTo(FIRST);
    }
}
