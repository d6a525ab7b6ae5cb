package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    @Test
    void threads_are_virtual_where_there_are_such_and_never_keep_the_process_alive() {
        CompletableFuture<Thread> started = new CompletableFuture<>();

        Threads.start("redlock-test", () -> started.complete(Thread.currentThread()));

        Thread thread = started.join();
        assertThat(thread.getName()).isEqualTo("redlock-test");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.toString().startsWith("VirtualThread"))
                .isEqualTo(Runtime.version().feature() >= 21);
    }
}
