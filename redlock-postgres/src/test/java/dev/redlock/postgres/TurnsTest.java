package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns(4);

    private static Job job(String... keys) {
        return new Job(Set.of(keys), wire -> new NodeReply.Confirmed(), reply -> {});
    }

    private Optional<Turns.Turn> next() throws InterruptedException {
        return turns.take(Duration.ZERO);
    }

    private Job nextJob() throws InterruptedException {
        return next().orElseThrow().job();
    }

    @Test
    void what_shares_a_key_waits_until_the_one_before_is_done() throws InterruptedException {
        Job first = job("a");
        Job second = job("a");
        turns.add(first);
        turns.add(second);

        Turns.Turn turn = next().orElseThrow();
        assertThat(turn.job()).isSameAs(first);
        assertThat(next()).isEmpty();

        turns.done(turn);
        assertThat(nextJob()).isSameAs(second);
    }

    @Test
    void what_shares_no_key_is_done_side_by_side() throws InterruptedException {
        Job other = job("b");
        turns.add(job("a"));
        turns.add(job("a"));
        turns.add(other);

        next();

        assertThat(nextJob()).isSameAs(other);
    }

    @Test
    void of_several_keys_all_must_be_free() throws InterruptedException {
        Job both = job("a", "b");
        turns.add(job("a"));
        turns.add(job("b"));
        turns.add(both);
        Turns.Turn a = next().orElseThrow();
        Turns.Turn b = next().orElseThrow();

        turns.done(b);
        assertThat(next()).isEmpty();
        turns.done(a);

        assertThat(nextJob()).isSameAs(both);
    }

    @Test
    void one_that_waits_for_two_holds_its_place_in_both_lines() throws InterruptedException {
        Job both = job("a", "b");
        Job behind = job("b");
        turns.add(job("a"));
        turns.add(both);
        turns.add(behind);
        Turns.Turn a = next().orElseThrow();
        assertThat(next()).isEmpty();

        turns.done(a);
        Turns.Turn second = next().orElseThrow();
        assertThat(second.job()).isSameAs(both);
        turns.done(second);

        assertThat(nextJob()).isSameAs(behind);
    }

    @Test
    void of_those_that_can_be_done_the_first_that_came_is_first() throws InterruptedException {
        Job second = job("a");
        Job third = job();
        turns.add(job("a"));
        turns.add(second);
        turns.add(third);

        turns.done(next().orElseThrow());

        assertThat(nextJob()).isSameAs(second);
        assertThat(nextJob()).isSameAs(third);
    }

    @Test
    void a_full_queue_takes_nothing_in_and_says_so() throws InterruptedException {
        for (int at = 0; at < 4; at++) {
            assertThat(turns.add(job("a"))).isEmpty();
        }

        assertThat(turns.add(job("b")).orElseThrow()).contains("4 requests are waiting");

        next();
        assertThat(turns.add(job("b"))).as("there is room again").isEmpty();
    }

    @Test
    void whoever_retires_does_what_was_taken_in_and_takes_in_nothing_more() throws InterruptedException {
        turns.add(job("a"));
        turns.add(job("a"));

        turns.retire();

        assertThat(turns.add(job("b")).orElseThrow()).isEqualTo("the connection has ended");
        assertThat(turns.isOver()).isFalse();
        turns.done(next().orElseThrow());
        assertThat(turns.isOver()).isFalse();
        turns.done(next().orElseThrow());
        assertThat(turns.isOver()).isTrue();
    }

    @Test
    void at_the_end_everything_that_was_not_begun_comes_back_in_order() throws InterruptedException {
        List<Job> jobs = List.of(job("a"), job("a", "b"), job("b"), job());
        jobs.forEach(turns::add);
        Turns.Turn begun = next().orElseThrow();

        assertThat(turns.close()).containsExactlyElementsOf(jobs.subList(1, 4));

        turns.done(begun);
        assertThat(next()).isEmpty();
        assertThat(turns.add(job("a")).orElseThrow()).isEqualTo("the connection has ended");
    }

    @Test
    void what_makes_room_is_taken_in_even_if_there_is_none() {
        for (int index = 0; index < 4; index++) {
            turns.add(job("a"));
        }

        assertThat(turns.add(job("a"))).isPresent();
        assertThat(turns.add(job("a"), true)).isEmpty();
    }
}
