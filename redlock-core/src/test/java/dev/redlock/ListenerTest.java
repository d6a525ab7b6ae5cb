package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A listener hears of everything that happens, and can do no harm. */
@RedisNodes(3)
class ListenerTest {
    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @RegisterExtension
    final Clients clients = new Clients();

    private final Recorder told = new Recorder();

    @Test
    void an_acquisition_and_its_release_are_told_with_their_token(RedisNodeSet nodes) {
        Lease lease = clients.connect(nodes, told).acquire("a");
        lease.release();

        assertThat(told.acquired).singleElement().satisfies(event -> {
            assertThat(event.names()).containsExactly("a");
            assertThat(event.token()).isEqualTo(lease.token());
            assertThat(event.fastPath()).isTrue();
            assertThat(event.waited()).isPositive();
        });
        assertThat(told.released).singleElement().satisfies(event -> {
            assertThat(event.names()).containsExactly("a");
            assertThat(event.token()).isEqualTo(lease.token());
            assertThat(event.result()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(event.held()).isPositive();
        });
        assertThat(told.nodes)
                .extracting(Recorder.NodeEvent::what)
                .containsOnly("up")
                .hasSize(3);
    }

    @Test
    void the_time_of_the_nodes_is_told_apart_from_the_time_spent_waiting_for_others(RedisNodeSet nodes) {
        Redlock waiting = clients.connect(nodes, told);
        clients.connect(nodes).acquire("a", LockOptions.defaults().withTtl(Duration.ofMillis(400)));

        waiting.acquire("a");

        assertThat(told.contended).isNotEmpty();
        assertThat(told.rounds).singleElement().satisfies(round -> {
            assertThat(round.names()).containsExactly("a");
            assertThat(round.took())
                    .isPositive()
                    .isLessThan(told.acquired.get(0).waited());
        });
    }

    @Test
    void contention_and_failure_are_told_with_the_owner(RedisNodeSet nodes) {
        clients.connect(nodes, builder -> builder.owner("other")).acquire("a");
        Redlock redlock = clients.connect(nodes, told);

        redlock.tryAcquire("a", LockOptions.defaults().withWaitTimeout(Duration.ofMillis(200)));

        assertThat(told.contended).isNotEmpty().contains(new Recorder.Contended(List.of("a"), Optional.of("other")));
        assertThat(told.failed)
                .singleElement()
                .satisfies(event -> assertThat(event.cause())
                        .isInstanceOfSatisfying(
                                AcquireResult.Held.class,
                                held -> assertThat(held.owner()).contains("other")));
    }

    @Test
    void a_missing_quorum_and_the_nodes_that_are_down_are_told(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes, told);
        nodes.node(0).kill();
        nodes.node(1).kill();

        await().until(() -> told.nodes.stream()
                        .filter(event -> event.what().equals("down"))
                        .map(Recorder.NodeEvent::node)
                        .distinct()
                        .count()
                == 2);
        redlock.acquireAsync(List.of("a"), TRY_ONCE).join();

        assertThat(told.failed)
                .singleElement()
                .satisfies(event -> assertThat(event.cause()).isInstanceOf(AcquireResult.QuorumUnavailable.class));
    }

    @Test
    void the_end_of_a_lease_that_nobody_released_is_told_where_somebody_asked_for_it(RedisNodeSet nodes) {
        Lease lease =
                clients.connect(nodes, told).acquire("a", LockOptions.defaults().withTtl(Duration.ofMillis(300)));
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        lease.onLost(reasons::add);

        await().until(() -> !reasons.isEmpty());

        assertThat(reasons).containsExactly(LossReason.EXPIRED);
        assertThat(told.lost).containsExactly(new Recorder.Lost(List.of("a"), lease.token(), LossReason.EXPIRED));
    }

    @Test
    void a_node_that_restarts_is_told_to_be_in_quarantine(RedisNodeSet nodes) {
        clients.connect(nodes, told).acquire("a");

        nodes.node(0).restartEmpty();

        String address = "127.0.0.1:" + nodes.node(0).port();
        await().untilAsserted(() -> assertThat(told.nodes)
                .contains(new Recorder.NodeEvent("quarantined", address, "it restarted without its data")));
    }

    @Test
    void a_listener_that_throws_harms_nothing(RedisNodeSet nodes) {
        AtomicInteger calls = new AtomicInteger();
        RedlockListener hostile = throwing(calls);
        clients.connect(nodes, builder -> builder.owner("other")).acquire("held");
        Redlock redlock = clients.connect(nodes, hostile);

        Lease lease = redlock.acquire(
                "a", LockOptions.defaults().withTtl(Duration.ofMillis(900)).withRenewal(true));
        assertThat(redlock.tryAcquire("held", LockOptions.defaults().withWaitTimeout(Duration.ofMillis(100))))
                .isEmpty();

        await().during(Duration.ofMillis(1200)).until(lease::isValid);
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        await().until(redlock::isIdle);
        assertThat(calls.get()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void a_callback_that_throws_does_not_keep_the_next_from_being_called(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        Lease lease = redlock.acquire("a");
        List<LossReason> reasons = new CopyOnWriteArrayList<>();
        lease.onLost(reason -> {
            throw new IllegalStateException("a callback of a test");
        });
        lease.onLost(reasons::add);

        redlock.forceRelease("a");
        org.assertj.core.api.Assertions.assertThatThrownBy(lease::extend).isInstanceOf(RedlockException.class);
        redlock.close();

        await().until(() -> reasons.size() == 1);
    }

    /** Every method of it throws. */
    private static RedlockListener throwing(AtomicInteger calls) {
        return (RedlockListener) Proxy.newProxyInstance(
                RedlockListener.class.getClassLoader(),
                new Class<?>[] {RedlockListener.class},
                (proxy, method, args) -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("a listener of a test");
                });
    }
}
