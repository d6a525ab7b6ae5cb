package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lock in the manner of the JDK: taken again by its thread, never by another, and honest about its loss. */
@RedisNodes(3)
@SuppressWarnings("LockNotBeforeTry") // these tests are about locking and unlocking where one should not
class LockViewTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void taking_the_lock_again_keeps_its_token_and_needs_as_many_unlocks(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        ReentrantView lock = redlock.asLock("a");
        lock.lock();
        FencingToken outer = lock.token();

        assertThat(redlock.asLock("a").tryLock()).as("through another view").isTrue();

        assertThat(lock.token()).isEqualTo(outer);
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(Votes.count(nodes, "a")).isPositive();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        Votes.awaitNone(nodes, "a");
    }

    @Test
    void another_thread_of_the_same_client_is_kept_out(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a");
        lock.lock();

        assertThat(CompletableFuture.supplyAsync(lock::tryLock).join()).isFalse();
        assertThat(CompletableFuture.supplyAsync(lock::isHeldByCurrentThread).join())
                .isFalse();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
    }

    @Test
    void unlocking_what_was_never_locked_says_so(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a");

        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("has not locked 'a'");
        assertThatThrownBy(lock::token)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("has not locked 'a'");
    }

    @Test
    void unlocking_in_another_thread_says_so_and_leaves_the_lock(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a");
        lock.lock();

        CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(lock::unlock);

        assertThatThrownBy(elsewhere::join)
                .hasCauseInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("belongs to the thread that took it");
        assertThat(lock.isHeldByCurrentThread()).isTrue();
    }

    @Test
    void unlocking_what_has_expired_says_so(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a", Votes.BRIEF);
        lock.lock();
        Votes.awaitExpiry(nodes, lock.lease());

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("its ttl of PT0.6S was over");
    }

    @Test
    void unlocking_what_another_has_by_now_says_so_and_leaves_it_alone(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a", Votes.BRIEF);
        lock.lock();
        Votes.awaitExpiry(nodes, lock.lease());
        Lease other = clients.connect(nodes).acquire("a");

        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("it belongs to another owner by now");
        assertThat(other.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void taking_again_what_has_expired_is_refused_and_after_unlock_it_can_be_taken_anew(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a", Votes.BRIEF);
        lock.lock();
        FencingToken first = lock.token();
        Votes.awaitExpiry(nodes, lock.lease());

        assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);

        lock.lock();
        assertThat(lock.token()).isGreaterThan(first);
    }

    @Test
    void an_interrupt_ends_an_interruptible_wait_and_only_that(RedisNodeSet nodes) throws Exception {
        Lease held = clients.connect(nodes).acquire("a");
        ReentrantView lock = clients.connect(nodes).asLock("a");
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();

        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread stubborn = new Thread(() -> {
            lock.lock();
            flag.complete(Thread.currentThread().isInterrupted());
            lock.unlock();
        });
        stubborn.start();
        stubborn.interrupt();
        await().during(Duration.ofMillis(200)).until(() -> !flag.isDone());
        held.close();

        assertThat(flag.get(10, TimeUnit.SECONDS))
                .as("the interrupt is kept for later")
                .isTrue();
        stubborn.join();
    }

    @Test
    void a_condition_is_not_offered(RedisNodeSet nodes) {
        ReentrantView lock = clients.connect(nodes).asLock("a");

        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }
}
