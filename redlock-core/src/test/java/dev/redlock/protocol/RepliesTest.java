package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.denied;
import static dev.redlock.protocol.Ballots.failed;
import static dev.redlock.protocol.Ballots.granted;
import static dev.redlock.protocol.Ballots.silent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Granted;
import org.junit.jupiter.api.Test;

class RepliesTest {

    @Test
    void nobody_has_answered_in_the_beginning() {
        Replies none = Replies.none(3);

        assertThat(none.nodes()).isEqualTo(3);
        assertThat(none.outstanding()).isEqualTo(3);
        assertThat(none.of(2)).isNull();
        assertThat(none.count(reply -> true)).isZero();
    }

    @Test
    void an_answer_is_kept_in_a_new_value_and_the_old_one_stays_as_it_was() {
        Replies before = Replies.none(3);

        Replies after = before.with(1, granted(5));

        assertThat(after.of(1)).isEqualTo(granted(5));
        assertThat(after.outstanding()).isEqualTo(2);
        assertThat(before).isEqualTo(Replies.none(3));
    }

    @Test
    void silence_is_booked_only_where_there_was_no_answer() {
        Replies before = Replies.none(3).with(1, granted(5));

        assertThat(before.withSilence()).isEqualTo(Ballots.replies(silent(), granted(5), silent()));
        assertThat(before.outstanding()).as("the old value").isEqualTo(2);
    }

    @Test
    void answers_are_counted_by_kind() {
        Replies replies = Ballots.replies(granted(5), failed(), granted(6));

        assertThat(replies.count(Granted.class)).isEqualTo(2);
        assertThat(replies.count(Failed.class)).isEqualTo(1);
        assertThat(replies.count(granted(6)::equals)).isEqualTo(1);
    }

    @Test
    void equal_answers_of_the_same_nodes_are_equal() {
        Replies replies = Replies.none(2).with(0, granted(5));

        assertThat(replies)
                .isEqualTo(Replies.none(2).with(0, granted(5)))
                .hasSameHashCodeAs(Replies.none(2).with(0, granted(5)))
                .isNotEqualTo(Replies.none(2).with(1, granted(5)))
                .isNotEqualTo(Replies.none(2).with(0, denied("rival")))
                .isNotEqualTo("[]");
        assertThat(replies.hashCode())
                .isNotEqualTo(Replies.none(2).with(0, granted(6)).hashCode());
    }

    @Test
    void the_text_shows_every_node_in_order() {
        assertThat(Replies.none(2).with(1, granted(5))).hasToString("[null, Granted[value=5]]");
    }
}
