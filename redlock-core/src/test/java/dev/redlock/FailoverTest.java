package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.MAX_TTL;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRUSTING;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One of three nodes is a primary with a replica. The replica takes over, but replication had been cut before. */
@RedisNodes(4)
class FailoverTest {
    @RegisterExtension
    final Clients clients = new Clients();

    private RedisNode primary;
    private RedisNode replica;
    private Address address;
    private String[] uris = {};

    @BeforeEach
    void replicate(RedisNodeSet nodes) throws IOException {
        primary = nodes.node(2);
        replica = nodes.node(3);
        address = new Address(primary);
        uris = new String[] {nodes.node(0).uri(), nodes.node(1).uri(), address.uri()};
        replica.command("REPLICAOF", primary.host(), Integer.toString(primary.port()));
        await().until(() -> Traffic.info(replica, "master_link_status").equals("up"));
    }

    @AfterEach
    void close() throws IOException {
        address.close();
    }

    @Test
    void a_promoted_replica_does_not_vote_while_a_vote_it_never_saw_may_be_valid(RedisNodeSet nodes) {
        Redlock rival = clients.connect(uris, GUARDED);
        Lease lease = holdUnseenByTheReplica(nodes, GUARDED);

        failOver();
        Standings.awaitQuarantine(rival, 2);

        assertThat(Standings.of(rival, 2)).contains("a replica was promoted");
        ShortLeases.assertNeverGrantedBeside(lease, rival);
        assertThat(rival.acquire("a", PATIENT).token()).isGreaterThan(lease.token());
    }

    @Test
    void a_client_that_starts_after_the_failover_waits_from_its_first_sight(RedisNodeSet nodes) {
        // For long enough that a process that had only been restarted would be admitted at once.
        await().atMost(MAX_TTL.multipliedBy(3))
                .until(() -> Long.parseLong(Traffic.info(replica, "uptime_in_seconds")) > MAX_TTL.toSeconds() + 1);
        Lease lease = holdUnseenByTheReplica(nodes, GUARDED);

        failOver();
        Redlock rival = clients.connect(uris, GUARDED);

        assertThat(Standings.of(rival, 2)).startsWith("in quarantine").contains("a replica was promoted");
        ShortLeases.assertNeverGrantedBeside(lease, rival);
    }

    @Test
    void a_promoted_replica_gives_the_lock_away_where_it_is_trusted(RedisNodeSet nodes) {
        Redlock trusting = clients.connect(uris, TRUSTING);
        Lease lease = holdUnseenByTheReplica(nodes, GUARDED);

        failOver();
        Standings.awaitVoter(trusting, 2);

        assertThat(trusting.acquire("a", LONGEST.withWaitTimeout(MAX_TTL.dividedBy(3))))
                .isNotNull();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void a_primary_that_was_a_replica_for_a_moment_does_not_pass_for_the_voter_it_was(RedisNodeSet nodes) {
        Redlock rival = clients.connect(uris, GUARDED);
        Lease lease = holdUnseenByTheReplica(nodes, GUARDED);

        replica.command("REPLICAOF", "NO", "ONE");
        primary.command("REPLICAOF", replica.host(), Integer.toString(replica.port()));
        await().until(() -> Votes.on(primary, "a").isEmpty());
        primary.command("REPLICAOF", "NO", "ONE");
        assertThat(primary.command("HGET", "redlock.records", ".run")).isEqualTo(Traffic.info(primary, "run_id"));
        address.leadTo(primary);

        Standings.awaitQuarantine(rival, 2);
        ShortLeases.assertNeverGrantedBeside(lease, rival);
    }

    @Test
    void the_primary_that_stays_votes_as_ever(RedisNodeSet nodes) {
        Redlock rival = clients.connect(uris, GUARDED);
        Lease lease = holdUnseenByTheReplica(nodes, GUARDED);

        assertThat(rival.tryAcquire("a", TRY_ONCE)).isEmpty();
        lease.release();
        assertThat(rival.tryAcquire("a", TRY_ONCE)).isPresent();
    }

    /** On node 0 and the primary only; the replica knows the records, but not the vote. */
    private Lease holdUnseenByTheReplica(RedisNodeSet nodes, Consumer<RedlockBuilder> settings) {
        Redlock holder = clients.connect(uris, settings);
        await().until(() -> !replica.command("HGET", "redlock.records", ".run").isEmpty());
        replica.command("REPLICAOF", "127.0.0.1", "1");
        Votes.giveToStranger(nodes.node(1), "a");
        Lease lease = holder.acquire("a", LONGEST);
        Votes.takeFromStranger(nodes.node(1), "a");
        assertThat(Votes.on(primary, "a")).isNotEmpty();
        assertThat(Votes.on(replica, "a")).isEmpty();
        return lease;
    }

    private void failOver() {
        primary.kill();
        assertThat(replica.command("REPLICAOF", "NO", "ONE")).isEqualTo("OK");
        assertThat(Traffic.info(replica, "role")).isEqualTo("master");
        address.leadTo(replica);
    }
}
