package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An action under a lock: its result, its failure, its loss, and what happens where there is no lock to have. */
@RedisNodes(3)
class WithLockTest {
    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void the_result_of_the_action_is_returned_and_the_lock_is_free(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        long votes = redlock.withLock("a", lease -> Votes.count(nodes, "a"));

        assertThat(votes).isGreaterThanOrEqualTo(2);
        Votes.awaitNone(nodes, "a");
    }

    @Test
    void the_exception_of_the_action_is_thrown_as_it_is_and_the_lock_is_free(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        IOException failure = new IOException("disk full");

        assertThatThrownBy(() -> redlock.withLock("a", lease -> {
                    throw failure;
                }))
                .isSameAs(failure);

        Votes.awaitNone(nodes, "a");
    }

    @Test
    void an_action_that_outlives_its_lease_is_not_reported_as_a_success(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        assertThatThrownBy(() -> redlock.withLock(List.of("a"), Votes.BRIEF, lease -> {
                    Votes.awaitExpiry(nodes, lease);
                    return "done";
                }))
                .isInstanceOfSatisfying(LeaseLostException.class, lost -> {
                    assertThat(lost.reason()).isEqualTo(LossReason.EXPIRED);
                    assertThat(lost.names()).containsExactly("a");
                });
    }

    @Test
    void the_failure_of_an_action_is_not_hidden_by_the_loss_of_its_lease(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        IllegalStateException failure = new IllegalStateException("own failure");

        assertThatThrownBy(() -> redlock.withLock(List.of("a"), Votes.BRIEF, lease -> {
                    Votes.awaitExpiry(nodes, lease);
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void the_action_is_not_run_if_somebody_else_has_the_lock(RedisNodeSet nodes) {
        clients.connect(nodes).acquire("a");
        Redlock redlock = clients.connect(nodes);
        AtomicBoolean ran = new AtomicBoolean();

        assertThatThrownBy(() -> redlock.withLock(List.of("a"), TRY_ONCE, lease -> {
                    ran.set(true);
                    return "";
                }))
                .isInstanceOf(LockHeldException.class);

        assertThat(ran).isFalse();
    }

    @Test
    void an_action_that_releases_by_itself_is_no_loss(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        ReleaseResult result = redlock.withLock("a", Lease::release);

        assertThat(result).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void an_action_that_releases_too_late_is_told_of_its_loss(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        assertThatThrownBy(() -> redlock.withLock(List.of("a"), Votes.BRIEF, lease -> {
                    Votes.awaitExpiry(nodes, lease);
                    return lease.release();
                }))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void without_a_quorum_the_action_is_not_run(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        nodes.node(0).kill();
        nodes.node(1).kill();

        assertThatThrownBy(() -> redlock.withLock(List.of("a"), TRY_ONCE, lease -> "ran"))
                .isInstanceOf(QuorumUnavailableException.class);
    }

    @Test
    void without_a_quorum_the_action_runs_unprotected_only_if_asked_to(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        nodes.node(0).kill();
        nodes.node(1).kill();
        LockOptions unprotected = TRY_ONCE.withOnQuorumLoss(OnQuorumLoss.RUN_UNPROTECTED);

        Lease seen = redlock.withLock(List.of("a"), unprotected, lease -> lease);

        assertThat(seen.isProtected()).isFalse();
        assertThat(seen.isValid()).as("an unprotected lease is never valid").isFalse();
        assertThat(seen.remaining()).isZero();
        assertThatThrownBy(seen::token)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unprotected");
        assertThat(seen.release()).isEqualTo(ReleaseResult.UNPROTECTED);
        Votes.awaitNone(nodes.node(2), "a");
    }

    @Test
    void running_unprotected_is_no_way_around_a_holder(RedisNodeSet nodes) {
        clients.connect(nodes).acquire("a");
        Redlock redlock = clients.connect(nodes);
        LockOptions unprotected = TRY_ONCE.withOnQuorumLoss(OnQuorumLoss.RUN_UNPROTECTED);

        assertThatThrownBy(() -> redlock.acquire("a", unprotected)).isInstanceOf(LockHeldException.class);
    }

    @Test
    void a_lease_may_be_handed_to_another_thread(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes).acquire("a");

        ReleaseResult elsewhere = CompletableFuture.supplyAsync(lease::release).join();

        assertThat(elsewhere).isEqualTo(ReleaseResult.RELEASED);
        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(lease::checkValid).isInstanceOf(LeaseLostException.class);
    }
}
