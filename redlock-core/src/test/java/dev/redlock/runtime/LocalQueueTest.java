package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalQueueTest {
    private final LocalQueue queue = new LocalQueue();
    private final List<String> turns = new ArrayList<>();

    private final class Caller implements LocalQueue.Waiter {
        private final String id;
        private final List<String> names;

        private Caller(String id, String... names) {
            this.id = id;
            this.names = List.of(names);
        }

        @Override
        public List<String> names() {
            return names;
        }

        @Override
        public void onTurn() {
            turns.add(id);
        }
    }

    private Caller entered(String id, String... names) {
        Caller caller = new Caller(id, names);
        if (queue.enter(caller)) {
            turns.add(id + " at once");
        }
        return caller;
    }

    @Test
    void the_first_has_its_turn_at_once_and_the_others_in_the_order_in_which_they_came() {
        Caller first = entered("1", "a");
        Caller second = entered("2", "a");
        Caller third = entered("3", "a");

        queue.leave(first);
        queue.leave(second);
        queue.leave(third);

        assertThat(turns).containsExactly("1 at once", "2", "3");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void callers_of_different_names_do_not_wait_for_each_other() {
        entered("1", "a");
        entered("2", "b");

        assertThat(turns).containsExactly("1 at once", "2 at once");
    }

    @Test
    void who_wants_several_names_waits_until_it_is_first_for_all_of_them() {
        Caller first = entered("a", "a");
        Caller second = entered("b", "b");
        entered("both", "a", "b");

        queue.leave(first);
        assertThat(turns).containsExactly("a at once", "b at once");
        queue.leave(second);

        assertThat(turns).containsExactly("a at once", "b at once", "both");
    }

    @Test
    void who_comes_later_does_not_overtake_who_waits_for_several_names() {
        Caller first = entered("a", "a");
        Caller both = entered("both", "a", "b");
        entered("b", "b");
        assertThat(turns).containsExactly("a at once");

        queue.leave(first);
        queue.leave(both);

        assertThat(turns).containsExactly("a at once", "both", "b");
    }

    @Test
    void giving_up_in_the_middle_lets_those_behind_move_up() {
        entered("a", "a");
        Caller both = entered("both", "a", "b");
        entered("b", "b");

        queue.leave(both);

        assertThat(turns).containsExactly("a at once", "b");
    }

    @Test
    void giving_up_in_the_middle_does_not_tell_the_first_again() {
        entered("1", "a");
        Caller second = entered("2", "a");
        entered("3", "a");

        queue.leave(second);

        assertThat(turns).containsExactly("1 at once");
    }

    @Test
    void who_is_next_for_two_names_is_told_once() {
        Caller first = entered("1", "a", "b");
        entered("2", "a", "b");

        queue.leave(first);

        assertThat(turns).containsExactly("1 at once", "2");
    }

    @Test
    void leaving_twice_does_nothing() {
        Caller first = entered("1", "a");
        entered("2", "a");
        queue.leave(first);

        queue.leave(first);

        assertThat(turns).containsExactly("1 at once", "2");
    }

    @Test
    void one_can_ask_whose_turn_it_is() {
        Caller first = entered("1", "a");
        Caller both = entered("2", "a", "b");

        assertThat(queue.atTurn("a")).isSameAs(first);
        assertThat(queue.atTurn("b")).as("it waits for another name").isNull();
        assertThat(queue.atTurn("c")).isNull();
        queue.leave(first);
        assertThat(queue.atTurn("b")).isSameAs(both);
    }
}
