package dev.redlock.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.time.Timers.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadTimersTest {
    private static final String NAME = "timers-under-test";

    private final ThreadTimers timers = new ThreadTimers(NAME);
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        timers.close();
    }

    @Test
    void what_is_due_first_is_done_first() {
        // Far enough apart for a machine that takes its time between two of these calls.
        schedule(900, "third");
        schedule(300, "first");
        schedule(600, "second");

        await().untilAsserted(() -> assertThat(done).containsExactly("first", "second", "third"));
    }

    @Test
    void a_timer_that_is_due_before_the_thread_would_wake_up_wakes_it() {
        schedule(3_600_000, "in an hour");
        await().until(() -> thread().getState() == Thread.State.TIMED_WAITING);

        schedule(1, "at once");

        await().untilAsserted(() -> assertThat(done).containsExactly("at once"));
    }

    @Test
    void what_was_called_off_is_not_done_and_keeps_nothing_else_from_being_done() {
        Scheduled first = schedule(20, "first");
        schedule(40, "second");
        first.cancel();
        first.cancel();

        await().untilAsserted(() -> assertThat(done).containsExactly("second"));
    }

    @Test
    void calling_off_what_has_been_done_changes_nothing() {
        Scheduled first = schedule(1, "first");
        await().untilAsserted(() -> assertThat(done).containsExactly("first"));

        first.cancel();
        schedule(1, "second");

        await().untilAsserted(() -> assertThat(done).containsExactly("first", "second"));
    }

    @Test
    void those_that_are_called_off_do_not_pile_up() {
        schedule(3_600_000, "in an hour");
        for (int index = 0; index < 10_000; index++) {
            schedule(1_800_000, "never").cancel();
        }

        assertThat(timers.size()).isLessThan(200);
    }

    @Test
    void a_task_that_fails_does_not_end_the_thread() {
        AtomicInteger failures = new AtomicInteger();
        timers.schedule(Duration.ofMillis(1), () -> {
            failures.incrementAndGet();
            throw new IllegalStateException("as the test wants it");
        });
        schedule(10, "after it");

        await().untilAsserted(() -> assertThat(done).containsExactly("after it"));
        assertThat(failures).hasValue(1);
    }

    @Test
    void closing_drops_what_is_pending_and_ends_the_thread() {
        schedule(3_600_000, "in an hour");
        Thread thread = thread();

        timers.close();

        await().until(() -> !thread.isAlive());
        assertThat(schedule(0, "too late")).isSameAs(Scheduled.NONE);
        assertThat(done).isEmpty();
    }

    private Scheduled schedule(long millis, String what) {
        return timers.schedule(Duration.ofMillis(millis), () -> done.add(what));
    }

    private static Thread thread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(NAME))
                .findAny()
                .orElseThrow();
    }
}
