package dev.redlock.fencing.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redlock.FencingToken;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.fixture.InBackground;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class InMemoryFenceTest {
    private static final FencingToken OLD = new FencingToken(33);
    private static final FencingToken NEW = new FencingToken(34);

    private final InMemoryFence fence = new InMemoryFence();
    private final List<String> written = new ArrayList<>();

    @Test
    void the_same_and_larger_tokens_write_and_smaller_ones_do_not() {
        fence.write("x", OLD, () -> written.add("first"));
        fence.write("x", OLD, () -> written.add("again"));
        fence.write("x", NEW, () -> written.add("newer"));

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> fence.write("x", OLD, () -> written.add("stale")))
                .satisfies(refused -> assertThat(refused.newest()).isEqualTo(NEW));
        assertThat(written).containsExactly("first", "again", "newer");
    }

    @Test
    void a_mark_refuses_the_older_holder_before_the_first_write() {
        fence.mark("x", NEW);

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fence.mark("x", OLD));
        assertThat(fence.newest("x")).contains(NEW);
        assertThat(fence.newest("y")).isEmpty();
    }

    @Test
    void a_newer_holder_waits_for_a_write_that_has_begun() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        InBackground<Boolean> older = InBackground.start(() -> fence.write("x", OLD, () -> {
            begun.countDown();
            awaitQuietly(goOn);
            return written.add("old");
        }));
        begun.await();
        InBackground<Boolean> newer = InBackground.start(() -> fence.write("x", NEW, () -> written.add("new")));

        newer.assertBlocked();
        goOn.countDown();

        assertThat(older.result()).isTrue();
        assertThat(newer.result()).isTrue();
        assertThat(written).containsExactly("old", "new");
    }

    @Test
    void a_bad_name_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> fence.mark(" ", NEW));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
