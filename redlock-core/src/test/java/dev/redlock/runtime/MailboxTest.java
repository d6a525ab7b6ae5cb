package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MailboxTest {
    private final List<Object> done = new ArrayList<>();
    private final Mailbox mailbox = new Mailbox(done::add);

    @Test
    void a_task_runs_before_post_returns_if_nobody_else_is_at_work() {
        mailbox.post(() -> done.add("task"));

        assertThat(done).containsExactly("task");
    }

    @Test
    void a_task_that_is_posted_by_a_task_runs_after_it() {
        mailbox.post(() -> {
            mailbox.post(() -> done.add("second"));
            mailbox.post(() -> done.add("third"));
            done.add("first");
        });

        assertThat(done).containsExactly("first", "second", "third");
    }

    @Test
    void a_failure_is_told_and_the_next_tasks_run_all_the_same() {
        RuntimeException failure = new IllegalStateException("a defect");

        mailbox.post(() -> {
            mailbox.post(() -> done.add("next"));
            throw failure;
        });
        mailbox.post(() -> done.add("later"));

        assertThat(done).containsExactly(failure, "next", "later");
    }

    @Test
    void an_error_is_a_failure_too() {
        AssertionError failure = new AssertionError("an invariant");

        mailbox.post(() -> {
            throw failure;
        });

        assertThat(done).containsExactly(failure);
    }

    @Test
    void a_failure_that_cannot_be_told_does_not_jam_the_mailbox() {
        Mailbox jammed = new Mailbox(failure -> {
            throw new IllegalStateException("cannot be told");
        });
        jammed.post(() -> {
            throw new IllegalStateException("a defect");
        });

        jammed.post(() -> done.add("later"));

        assertThat(done).containsExactly("later");
    }

    @Test
    @Timeout(20)
    void tasks_of_many_threads_never_run_at_the_same_time_and_keep_the_order_of_each_thread() throws Exception {
        int threads = 8;
        int posts = 2_000;
        List<int[]> seen = new ArrayList<>(); // not safe for threads, on purpose
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int index = 0; index < threads; index++) {
            int thread = index;
            pool.execute(() -> {
                await(begin);
                for (int post = 0; post < posts; post++) {
                    int[] entry = {thread, post};
                    mailbox.post(() -> seen.add(entry));
                }
            });
        }

        begin.countDown();
        pool.shutdown();

        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(threads * posts);
        for (int index = 0; index < threads; index++) {
            int thread = index;
            assertThat(seen.stream().filter(entry -> entry[0] == thread).map(entry -> entry[1]))
                    .isSorted();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
