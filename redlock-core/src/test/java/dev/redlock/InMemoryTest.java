package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without Redis the lock does the same, for the tests of those who use it. */
class InMemoryTest {
    private static final LockOptions BRIEF =
            LockOptions.defaults().withTtl(Duration.ofMillis(200)).withWaitTimeout(Duration.ZERO);

    @Test
    void the_lock_is_exclusive_and_its_tokens_grow() {
        try (Redlock redlock = Redlock.inMemory()) {
            Lease first = redlock.acquire("a");
            assertThat(redlock.tryAcquire("a")).isEmpty();
            assertThat(first.release()).isEqualTo(ReleaseResult.RELEASED);

            assertThat(redlock.acquire("a").token()).isGreaterThan(first.token());
        }
    }

    @Test
    void a_lease_expires_and_cannot_be_extended_then() {
        try (Redlock redlock = Redlock.inMemory()) {
            Lease lease = redlock.acquire("a", BRIEF);
            await().until(() -> redlock.inspect("a").holder().isEmpty());

            assertThatThrownBy(lease::extend).isInstanceOf(LeaseLostException.class);
            assertThat(lease.release()).isEqualTo(ReleaseResult.EXPIRED);
        }
    }

    @Test
    void a_release_wakes_up_who_waits() {
        try (Redlock redlock = Redlock.inMemory()) {
            LockOptions rare = LockOptions.defaults().withRetryInterval(Duration.ofMinutes(1), Duration.ofSeconds(60));
            Lease held = redlock.acquire("a");
            var waiting = redlock.acquireAsync(List.of("a"), rare);

            held.close();

            assertThat(waiting.join()).isInstanceOf(AcquireResult.Granted.class);
        }
    }

    @Test
    void two_of_them_have_nothing_to_do_with_each_other() {
        try (Redlock one = Redlock.inMemory();
                Redlock other = Redlock.inMemory()) {
            one.acquire("a");

            assertThat(other.tryAcquire("a")).isPresent();
        }
    }
}
