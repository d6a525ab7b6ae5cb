package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claims;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.lettuce.Outbox.Letter;
import dev.redlock.time.Tick;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When requests leave, and with whom. Netty's thread and the node are played by the test. */
class OutboxTest {
    private static final Duration NEAR = Duration.ofNanos(100_000);
    private static final Duration FAR = Duration.ofMillis(1);

    private final Dialect dialect = new Dialect("redlock");
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Integer> sent = new ArrayList<>();
    private final Queue<Runnable> reminders = new ArrayDeque<>();
    private final List<NodeReply> refused = new ArrayList<>();
    private final Timers timers = new Timers() {
        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            reminders.add(task);
            return Scheduled.NONE;
        }

        @Override
        public void close() {}
    };
    private boolean hasEnded;
    private long nanos;
    private Outbox outbox;

    @BeforeEach
    void open() {
        outbox = new Outbox(this::onWriter, letters -> sent.add(letters.size()), () -> new Tick(nanos), timers);
    }

    private void onWriter(Runnable task) {
        if (hasEnded) {
            throw new RejectedExecutionException();
        }
        tasks.add(task);
    }

    @Test
    void what_comes_while_nothing_is_on_its_way_leaves_at_once() {
        isNear();

        put(1);
        put(1);
        answer(NEAR);
        answer(NEAR);
        put(1);

        assertThat(sent).containsExactly(1, 1, 1);
    }

    @Test
    void what_comes_together_leaves_together() {
        putAtOnce(3);

        assertThat(sent).containsExactly(3);
    }

    @Test
    void while_a_near_node_is_at_work_requests_wait_for_as_much_company_as_the_last_time() {
        isNear();
        putAtOnce(3);

        put(1);
        put(1);
        assertThat(sent).containsExactly(3);
        put(1);

        assertThat(sent).containsExactly(3, 3);
    }

    @Test
    void or_until_its_answer_has_come() {
        isNear();
        putAtOnce(3);
        put(1);
        put(1);
        assertThat(sent).containsExactly(3);

        answer(NEAR);

        assertThat(sent).containsExactly(3, 2);
    }

    @Test
    void a_node_that_takes_its_time_is_not_waited_for() {
        isNear();
        putAtOnce(3);
        nanos += Duration.ofMillis(3).toNanos();

        put(1);

        assertThat(sent).containsExactly(3, 1);
    }

    @Test
    void a_request_that_waits_for_an_answer_that_never_comes_leaves_all_the_same() {
        isNear();
        putAtOnce(3);
        put(1);
        assertThat(sent).containsExactly(3);

        remind(Duration.ofMillis(10));

        assertThat(sent).containsExactly(3, 1);
    }

    @Test
    void there_is_one_reminder_for_all_that_wait_and_another_for_those_who_wait_longer() {
        isNear();
        putAtOnce(4);
        put(1);
        put(1);
        assertThat(reminders).hasSize(1);

        remind(Duration.ofMillis(1));

        assertThat(sent).as("too early").containsExactly(4);
        remind(Duration.ofMillis(10));
        assertThat(sent).containsExactly(4, 2);
        assertThat(reminders).isEmpty();
    }

    @Test
    void nobody_waits_for_a_node_that_is_far_away() {
        putAtOnce(1);
        answer(FAR);
        sent.clear();
        putAtOnce(3);

        put(1);
        put(1);

        assertThat(sent).containsExactly(3, 1, 1);
    }

    @Test
    void a_late_answer_does_not_make_a_far_node_near_because_another_request_has_just_left() {
        put(1);
        nanos += FAR.toNanos();
        put(1);
        answer(NEAR);
        sent.clear();
        answer(FAR);
        putAtOnce(3);

        put(1);

        assertThat(sent).containsExactly(3, 1);
    }

    @Test
    void requests_that_go_alone_are_counted_like_all_others() {
        isNear();
        for (int lone = 0; lone < 3; lone++) {
            outbox.put(letter(new NodeRequest.Inspect("a")));
            runTasks();
            answer(NEAR);
        }
        sent.clear();
        putAtOnce(2);

        put(1);
        assertThat(sent).as("waits for the answer").containsExactly(2);
        answer(NEAR);

        assertThat(sent).containsExactly(2, 1);
    }

    @Test
    void what_goes_alone_keeps_its_place() {
        outbox.put(letter(acquire()));
        outbox.put(letter(acquire()));
        outbox.put(letter(new NodeRequest.Inspect("a")));
        outbox.put(letter(acquire()));
        runTasks();

        assertThat(sent).containsExactly(2, 1, 1);
    }

    @Test
    void before_the_end_everything_is_sent_whatever_the_node_is_doing() {
        isNear();
        putAtOnce(3);
        put(1);

        outbox.sendAll();

        assertThat(sent).containsExactly(3, 1);
    }

    @Test
    void what_can_no_longer_be_sent_is_refused() {
        hasEnded = true;

        put(2);

        assertThat(sent).isEmpty();
        assertThat(refused).containsExactly(LettuceSession.NOT_SENT, LettuceSession.NOT_SENT);
    }

    /** Lets the node answer quickly once. */
    private void isNear() {
        put(1);
        answer(NEAR);
        sent.clear();
    }

    private void put(int requests) {
        for (int request = 0; request < requests; request++) {
            outbox.put(letter(acquire()));
            runTasks();
        }
    }

    /** Before Netty's thread comes to send any of them. */
    private void putAtOnce(int requests) {
        for (int request = 0; request < requests; request++) {
            outbox.put(letter(acquire()));
        }
        runTasks();
    }

    private void answer(Duration after) {
        nanos += after.toNanos();
        outbox.onAnswered();
        runTasks();
    }

    private void remind(Duration after) {
        nanos += after.toNanos();
        reminders.remove().run();
        runTasks();
    }

    private void runTasks() {
        Runnable task;
        while ((task = tasks.poll()) != null) {
            task.run();
        }
    }

    private static NodeRequest acquire() {
        return new NodeRequest.Acquire(Claims.of("anna", "a"), Duration.ofSeconds(1), 1);
    }

    private Letter letter(NodeRequest request) {
        return new Letter(dialect.call(request), refused::add);
    }
}
