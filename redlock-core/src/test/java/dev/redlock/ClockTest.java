package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wrong clocks of nodes cost a lease at worst, never the order of tokens. Redis counts a ttl with its wall clock. */
@RedisNodes(3)
class ClockTest {
    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @RegisterExtension
    final Clients clients = new Clients();

    @BeforeEach
    void needsClocksThatCanBeMoved(RedisNodeSet nodes) {
        assumeTrue(nodes.node(0).canMoveClock());
    }

    @Test
    void a_minority_of_clocks_that_jump_ahead_does_not_give_the_lock_away(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        Lease lease = redlock.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);

        nodes.node(0).moveClock(Duration.ofHours(1));

        assertThat(Votes.on(nodes.node(0), "a")).as("the jump ended this vote").isEmpty();
        assertThat(clients.connect(nodes).tryAcquire("a")).isEmpty();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void clocks_that_jump_ahead_everywhere_may_give_the_lock_away_but_the_next_token_is_larger(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        Lease lease = redlock.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);

        nodes.forEach(node -> node.moveClock(Duration.ofHours(1)));
        Lease next = clients.connect(nodes).acquire("a", TRY_ONCE);

        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(lease.release()).isEqualTo(ReleaseResult.OTHER_OWNER);
    }

    @Test
    void clocks_that_jump_back_never_make_a_token_smaller(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        FencingToken before = takeAndGiveBack(redlock);

        nodes.forEach(node -> node.moveClock(Duration.ofDays(-400)));

        assertThat(nodes.node(0).command("TIME").compareTo(before.toString()))
                .as("the clock is behind the token")
                .isNegative();
        assertThat(takeAndGiveBack(redlock)).isGreaterThan(before);
        assertThat(takeAndGiveBack(clients.connect(nodes))).isGreaterThan(before);
    }

    @Test
    void a_holder_does_not_believe_in_its_lease_for_longer_because_the_clocks_of_nodes_went_back(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        Lease lease = redlock.acquire("a", Votes.BRIEF);
        await().until(() -> Votes.count(nodes, "a") == 3);

        nodes.forEach(node -> node.moveClock(Duration.ofHours(-1)));

        await().atMost(Duration.ofSeconds(2)).until(() -> !lease.isValid());
        assertThat(Votes.ttls(nodes, "a"))
                .as("the nodes would keep it for an hour more")
                .allMatch(ttl -> ttl > 60_000);
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        nodes.forEach(ClockTest::assertFree);
    }

    private static void assertFree(RedisNode node) {
        Votes.awaitNone(node, "a");
    }

    private static FencingToken takeAndGiveBack(Redlock redlock) {
        try (Lease lease = redlock.acquire("a")) {
            return lease.token();
        }
    }
}
