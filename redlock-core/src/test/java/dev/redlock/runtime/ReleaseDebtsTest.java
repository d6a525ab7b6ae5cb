package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.time.Tick;
import org.junit.jupiter.api.Test;

class ReleaseDebtsTest {
    private static final Claim ANNAS = Claims.of("anna", "a");
    private static final Claim BERTS = Claims.of("bert", "b");

    private final ReleaseDebts debts = new ReleaseDebts(2);

    @Test
    void debts_are_taken_out_node_by_node_and_oldest_first() {
        debts.add(0, BERTS, new Tick(20));
        debts.add(0, ANNAS, new Tick(10));
        debts.add(1, ANNAS, new Tick(10));

        assertThat(debts.take(0, new Tick(0)).keySet()).containsExactly(BERTS, ANNAS);
        assertThat(debts.take(0, new Tick(0))).isEmpty();
        assertThat(debts.take(1, new Tick(0))).containsEntry(ANNAS, new Tick(10));
        assertThat(debts.isEmpty()).isTrue();
    }

    @Test
    void what_has_ended_by_itself_is_not_worth_sending() {
        debts.add(0, ANNAS, new Tick(10));
        debts.add(0, BERTS, new Tick(11));

        assertThat(debts.take(0, new Tick(10)).keySet()).containsExactly(BERTS);
        assertThat(debts.isEmpty()).isTrue();
    }

    @Test
    void the_same_debt_is_kept_once() {
        debts.add(0, ANNAS, new Tick(10));
        debts.add(0, ANNAS, new Tick(30));

        assertThat(debts.take(0, new Tick(20))).hasSize(1).containsEntry(ANNAS, new Tick(30));
    }

    @Test
    void beyond_the_limit_the_oldest_are_left_to_their_ttl() {
        for (int number = 0; number < 10_001; number++) {
            debts.add(0, Claims.of("holder " + number, "a"), new Tick(10));
        }

        var due = debts.take(0, new Tick(0));

        assertThat(due).hasSize(10_000).doesNotContainKey(Claims.of("holder 0", "a"));
        assertThat(due).containsKey(Claims.of("holder 10000", "a"));
    }
}
