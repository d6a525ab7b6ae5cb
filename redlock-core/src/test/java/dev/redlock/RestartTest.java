package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.MAX_TTL;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRUSTING;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static dev.redlock.ShortLeases.assertNeverGrantedBeside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that comes back without its memory does not give away a lock that is still held. */
@RedisNodes(5)
class RestartTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_node_that_restarted_empty_does_not_vote_while_a_forgotten_lease_may_be_valid(RedisNodeSet nodes) {
        Redlock holder = connect(nodes);
        Redlock rival = connect(nodes);
        Lease lease = Standings.acquireOn(nodes, holder, LONGEST, 0, 1, 2);

        nodes.node(2).restartEmpty();
        Standings.awaitQuarantine(rival, 2);

        assertThat(Votes.on(nodes.node(2), "a")).as("forgotten").isEmpty();
        assertNeverGrantedBeside(lease, rival);
        assertThat(rival.acquire("a", LONGEST).token()).isGreaterThan(lease.token());
    }

    @Test
    void the_lock_is_given_twice_where_restarted_nodes_are_trusted(RedisNodeSet nodes) {
        Redlock holder = connect(nodes);
        Redlock trusting = clients.connect(nodes, TRUSTING);
        Lease lease = Standings.acquireOn(nodes, holder, LONGEST, 0, 1, 2);

        nodes.node(2).restartEmpty();
        Standings.awaitVoter(trusting, 2);
        Optional<Lease> second = trusting.tryAcquire("a", TRY_ONCE);

        assertThat(lease.isValid()).isTrue();
        assertThat(second).isPresent();
        // The token is what saves the money here: it is larger, although the node that was in both quorums forgot.
        assertThat(second.orElseThrow().token()).isGreaterThan(lease.token());
    }

    @Test
    void one_node_in_quarantine_does_not_keep_anybody_from_a_free_lock(RedisNodeSet nodes) {
        Redlock client = connect(nodes);

        nodes.node(2).restartEmpty();
        Standings.awaitQuarantine(client, 2);

        assertThat(client.tryAcquire("a", TRY_ONCE)).isPresent();
        assertThat(Standings.of(client, 2)).startsWith("in quarantine");
    }

    @Test
    void a_bare_quorum_is_safe_when_one_of_its_nodes_and_all_others_restart(RedisNodeSet nodes) {
        Redlock holder = connect(nodes);
        Redlock rival = connect(nodes);
        Lease lease = holdBareQuorum(nodes, holder);

        restartTheOthersAndOneOfTheQuorum(nodes);
        Standings.awaitQuarantine(rival, 2, 3, 4);

        assertNeverGrantedBeside(lease, rival);
    }

    @Test
    void a_bare_quorum_is_lost_when_restarted_nodes_are_trusted(RedisNodeSet nodes) {
        Redlock holder = connect(nodes);
        Redlock trusting = clients.connect(nodes, TRUSTING);
        Lease lease = holdBareQuorum(nodes, holder);

        restartTheOthersAndOneOfTheQuorum(nodes);
        Standings.awaitVoter(trusting, 2, 3, 4);
        Optional<Lease> second = trusting.tryAcquire("a", TRY_ONCE);

        assertThat(lease.isValid()).isTrue();
        assertThat(second).isPresent();
    }

    @Test
    void without_a_majority_nothing_is_granted_and_it_works_again_when_the_nodes_return(RedisNodeSet nodes) {
        Redlock client = connect(nodes);
        for (int node = 0; node < 3; node++) {
            nodes.node(node).kill();
        }
        Standings.awaitDown(client, 0, 1, 2);

        long start = System.nanoTime();
        assertThatThrownBy(() -> client.tryAcquire("a", TRY_ONCE))
                .isInstanceOfSatisfying(
                        QuorumUnavailableException.class,
                        failure -> assertThat(failure.nodes().get(0).answer()).contains("onnect"));
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(TRY_ONCE.nodeTimeout().multipliedBy(2));
        await().untilAsserted(() -> assertThat(Votes.on(nodes.node(4), "a")).isEmpty());

        nodes.forEach(RedisNode::start);
        assertThat(client.acquire("a", PATIENT)).matches(Lease::isValid);
    }

    @Test
    void a_frozen_majority_fails_within_the_node_timeout_and_votes_again_at_once(RedisNodeSet nodes) {
        Redlock client = connect(nodes);
        for (int node = 0; node < 3; node++) {
            nodes.node(node).pause();
        }
        LockOptions impatient = TRY_ONCE.withNodeTimeout(Duration.ofMillis(200));

        long start = System.nanoTime();
        assertThatThrownBy(() -> client.tryAcquire("a", impatient))
                .isInstanceOfSatisfying(
                        QuorumUnavailableException.class,
                        failure -> assertThat(failure.nodes().get(0).answer()).isEqualTo("no answer in time"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));

        // A process that only stood still has forgotten nothing, so there is no quarantine.
        nodes.forEach(RedisNode::resume);
        assertThat(client.acquire("a", LONGEST.withWaitTimeout(MAX_TTL))).matches(Lease::isValid);
    }

    private Redlock connect(RedisNodeSet nodes) {
        return clients.connect(nodes, GUARDED);
    }

    private static Lease holdBareQuorum(RedisNodeSet nodes, Redlock holder) {
        nodes.node(3).kill();
        nodes.node(4).kill();
        Standings.awaitDown(holder, 3, 4);
        Lease lease = holder.acquire("a", LONGEST);
        assertThat(nodes.nodes().subList(0, 3))
                .allMatch(node -> !Votes.on(node, "a").isEmpty());
        return lease;
    }

    private static void restartTheOthersAndOneOfTheQuorum(RedisNodeSet nodes) {
        nodes.node(2).restartEmpty();
        nodes.node(3).start();
        nodes.node(4).start();
    }
}
