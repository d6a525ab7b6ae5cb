package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nobody extends or deletes a vote that belongs to somebody else, and nobody brings a lease back that has ended. */
@RedisNodes(5)
class OwnershipTest {
    @RegisterExtension
    final Clients clients = new Clients();

    private Redlock stale;
    private Redlock rightful;

    @BeforeEach
    void connect(RedisNodeSet nodes) {
        stale = clients.connect(nodes);
        rightful = clients.connect(nodes);
    }

    @Test
    void a_holder_extends_and_gives_back_its_own_votes(RedisNodeSet nodes) {
        Lease lease = stale.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 5);
        nodes.forEach(node -> node.command("PEXPIRE", "redlock:a", "15000"));
        assertThat(Votes.ttls(nodes, "a")).allMatch(ttl -> ttl <= 15_000);

        lease.extend();

        await().untilAsserted(() -> assertThat(Votes.ttls(nodes, "a")).allMatch(ttl -> ttl > 15_000));
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        Votes.awaitNone(nodes, "a");
    }

    @Test
    void a_holder_that_overslept_cannot_release_the_lock_of_the_next(RedisNodeSet nodes) {
        Lease old = stale.acquire("a", Votes.BRIEF);
        Votes.awaitExpiry(nodes, old);
        Lease now = rightful.acquire("a");
        List<String> votes = awaitAllVotes(nodes);

        assertThat(old.release()).isEqualTo(ReleaseResult.OTHER_OWNER);

        assertUntouched(nodes, now, votes);
    }

    @Test
    void a_holder_that_overslept_cannot_extend_the_lock_of_the_next(RedisNodeSet nodes) {
        Lease old = stale.acquire("a", Votes.BRIEF);
        Votes.awaitExpiry(nodes, old);
        Lease now = rightful.acquire("a", LockOptions.defaults().withTtl(Duration.ofSeconds(10)));
        List<String> votes = awaitAllVotes(nodes);

        assertThatThrownBy(old::extend)
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.reason()).isEqualTo(LossReason.EXPIRED));

        assertUntouched(nodes, now, votes);
        assertThat(Votes.ttls(nodes, "a")).allMatch(ttl -> ttl <= 10_000);
    }

    @Test
    void a_holder_that_does_not_know_of_its_loss_is_refused_by_the_nodes(RedisNodeSet nodes) {
        Lease old = stale.acquire("a");
        awaitAllVotes(nodes);
        rightful.forceRelease("a");
        Lease now = rightful.acquire("a", LockOptions.defaults().withTtl(Duration.ofSeconds(10)));
        List<String> votes = awaitAllVotes(nodes);
        assertThat(old.isValid())
                .as("the old holder still believes in its lease")
                .isTrue();

        assertThatThrownBy(old::extend)
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.reason()).isEqualTo(LossReason.TAKEN));

        assertThat(old.isValid()).isFalse();
        assertThat(old.release()).isEqualTo(ReleaseResult.OTHER_OWNER);
        assertUntouched(nodes, now, votes);
        assertThat(Votes.ttls(nodes, "a")).allMatch(ttl -> ttl <= 10_000);
    }

    @Test
    void a_lease_that_ended_before_its_thread_could_run_is_not_handed_out(RedisNodeSet nodes) {
        Lease lease = stale.acquire("a", Votes.BRIEF);
        assertThat(Redlock.stillValid(lease)).isSameAs(lease);
        Votes.awaitExpiry(nodes, lease);

        assertThatThrownBy(() -> Redlock.stillValid(lease)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void an_expired_lease_is_never_revived(RedisNodeSet nodes) {
        Lease lease = stale.acquire("a", Votes.BRIEF);
        Votes.awaitExpiry(nodes, lease);

        assertThatThrownBy(lease::extend)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("[a]")
                .hasMessageContaining(lease.token().toString());

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        Votes.assertNone(nodes, "a");
    }

    @Test
    void a_lease_whose_votes_are_gone_on_a_majority_is_not_counted_as_extended(RedisNodeSet nodes) {
        Lease lease = stale.acquire("a");
        awaitAllVotes(nodes);
        for (int node = 0; node < 3; node++) {
            nodes.node(node).command("DEL", "redlock:a");
        }
        Duration before = lease.remaining();

        assertThatThrownBy(lease::extend).isInstanceOf(RedlockException.class);

        assertThat(lease.remaining()).as("not a moment longer than before").isLessThanOrEqualTo(before);
    }

    @Test
    void the_release_of_an_expired_lock_says_so_at_once(RedisNodeSet nodes) {
        Lease lease = stale.acquire("a", Votes.BRIEF);
        Votes.awaitExpiry(nodes, lease);
        long start = System.nanoTime();

        assertThat(lease.release()).isEqualTo(ReleaseResult.EXPIRED);

        // One round of answers; not a retry, which would come after a second.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void giving_back_twice_gives_the_same_answer_and_harms_nobody(RedisNodeSet nodes) {
        Lease old = stale.acquire("a");
        assertThat(old.release()).isEqualTo(ReleaseResult.RELEASED);
        Votes.awaitNone(nodes, "a");
        Lease now = rightful.acquire("a");
        List<String> votes = awaitAllVotes(nodes);

        assertThat(old.release()).isEqualTo(ReleaseResult.RELEASED);
        old.close();

        assertUntouched(nodes, now, votes);
    }

    @Test
    void the_token_of_a_stale_holder_stays_its_own(RedisNodeSet nodes) {
        Lease old = stale.acquire("a", Votes.BRIEF);
        FencingToken before = old.token();
        Votes.awaitExpiry(nodes, old);

        Lease now = rightful.acquire("a");

        assertThat(old.token()).isEqualTo(before).isLessThan(now.token());
    }

    private static List<String> awaitAllVotes(RedisNodeSet nodes) {
        await().until(() -> Votes.count(nodes, "a") == 5);
        return Votes.of(nodes, "a");
    }

    private static void assertUntouched(RedisNodeSet nodes, Lease owner, List<String> votes) {
        assertThat(Votes.of(nodes, "a")).isEqualTo(votes);
        assertThat(Votes.ttls(nodes, "a"))
                .allMatch(ttl -> ttl >= owner.remaining().toMillis());
        assertThat(owner.isValid()).isTrue();
    }
}
