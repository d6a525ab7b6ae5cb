package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.MAX_TTL;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long a node is kept from voting: never less than the longest ttl since it forgot, whatever clocks say. */
@RedisNodes(3)
class QuarantineTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void a_node_that_started_at_the_end_of_a_second_is_not_taken_for_a_second_older(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        nodes.node(2).kill();
        // Redis says how old it is by subtracting whole seconds: started at 0.9 it calls itself one second old at 1.0.
        await().pollInterval(Duration.ofMillis(5)).until(() -> System.currentTimeMillis() % 1000 > 900);
        long start = System.nanoTime();
        nodes.node(2).start();

        awaitAdmission(nodes.node(2));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(MAX_TTL, MAX_TTL.multipliedBy(2));
        assertThat(client.tryAcquire("a", TRY_ONCE)).isPresent();
    }

    @Test
    void a_client_with_longer_ttls_is_heard_of_by_those_with_shorter_ones(RedisNodeSet nodes) {
        LockOptions twice = LockOptions.defaults().withTtl(MAX_TTL.multipliedBy(2));
        Redlock brief = clients.connect(nodes, GUARDED);
        Redlock patient =
                clients.connect(nodes, settings -> settings.maxTtl(twice.ttl()).defaults(twice));
        Lease lease = patient.acquire("a");
        await().until(() -> Votes.count(nodes, "a") == 3);

        nodes.node(0).restartEmpty();
        nodes.node(1).restartEmpty();
        assertThat(Votes.count(nodes, "a")).isEqualTo(1);

        ShortLeases.assertNeverGrantedBeside(lease, brief);
    }

    @Test
    void a_clock_that_jumps_ahead_does_not_shorten_the_quarantine(RedisNodeSet nodes) {
        assumeThat(nodes.node(2).canMoveClock()).isTrue();
        clients.connect(nodes, GUARDED);
        long start = System.nanoTime();
        nodes.node(2).restartWithData();
        nodes.node(2).moveClock(Duration.ofHours(1));
        assertThat(uptime(nodes.node(2))).isGreaterThan(3000);

        awaitAdmission(nodes.node(2));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(MAX_TTL);
    }

    @Test
    void a_clock_that_jumps_back_does_not_lengthen_the_quarantine(RedisNodeSet nodes) {
        assumeThat(nodes.node(2).canMoveClock()).isTrue();
        clients.connect(nodes, GUARDED);
        nodes.node(2).restartEmpty();
        nodes.node(2).moveClock(Duration.ofHours(-1));
        await().until(() -> uptime(nodes.node(2)) < 0);

        awaitAdmission(nodes.node(2));
    }

    @Test
    void another_server_behind_the_same_address_is_as_new_as_our_first_sight_of_it(RedisNodeSet nodes)
            throws Exception {
        try (RedisNodeSet spare = RedisNodeSet.start(1);
                Address address = new Address(nodes.node(2))) {
            String[] uris = {nodes.node(0).uri(), nodes.node(1).uri(), address.uri()};
            spare.node(0)
                    .command("HSET", "redlock.records", ".run", "before", ".nodes", "3", ".floor", "1", ".high", "1");
            Redlock holder = clients.connect(nodes, GUARDED);
            Redlock rival = clients.connect(uris, GUARDED);
            await().atMost(MAX_TTL.multipliedBy(3)).until(() -> uptime(spare.node(0)) > MAX_TTL.toSeconds() + 1);
            Lease lease = Standings.acquireOn(nodes, holder, LONGEST, 0, 2);

            address.leadTo(spare.node(0));
            Standings.awaitQuarantine(rival, 2);

            ShortLeases.assertNeverGrantedBeside(lease, rival);
        }
    }

    @Test
    void people_and_listeners_are_told_until_when_and_why(RedisNodeSet nodes) {
        AtomicReference<Duration> told = new AtomicReference<>(Duration.ZERO);
        Redlock client = clients.connect(
                nodes,
                GUARDED.andThen(settings -> settings.listener(new RedlockListener() {
                    @Override
                    public void onNodeQuarantined(String node, Duration remaining, String why) {
                        told.set(remaining);
                    }
                })));

        nodes.node(2).restartEmpty();
        Standings.awaitQuarantine(client, 2);

        assertThat(told.get()).isBetween(Duration.ofSeconds(1), MAX_TTL.plusSeconds(1));
        assertThat(Standings.of(client, 2)).matches("in quarantine for another \\d s: it restarted without its data");
    }

    @Test
    void a_node_in_quarantine_is_looked_at_now_and_then_and_not_all_the_time(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        nodes.node(2).restartEmpty();
        Standings.awaitQuarantine(client, 2);
        nodes.node(2).command("CONFIG", "RESETSTAT");

        awaitAdmission(nodes.node(2));

        assertThat(Traffic.calls(nodes.node(2), "hmget")).isLessThan(20);
    }

    @Test
    void a_node_in_quarantine_gets_releases_but_is_not_asked_for_votes(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        Lease lease = client.acquire("a", LONGEST);
        nodes.node(2).restartEmpty();
        Standings.awaitQuarantine(client, 2);
        nodes.node(2).command("CONFIG", "RESETSTAT");

        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);

        await().until(() -> Traffic.scriptCalls(nodes.node(2)) == 1);
        assertThat(client.tryAcquire("b", TRY_ONCE)).isPresent();
        assertThat(Votes.on(nodes.node(2), "b")).isEmpty();
        assertThat(Traffic.scriptCalls(nodes.node(2))).isEqualTo(1);
    }

    /** Looks past the clients, who may not have noticed yet that the node was ever gone. */
    private static void awaitAdmission(RedisNode node) {
        await().atMost(MAX_TTL.multipliedBy(3))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> node.command("HGET", "redlock.records", ".run").equals(Traffic.info(node, "run_id")));
    }

    private static long uptime(RedisNode node) {
        return Long.parseLong(Traffic.info(node, "uptime_in_seconds"));
    }
}
