package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRUSTING;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tokens go on above all that were ever given, although the one node that knew them has forgotten.
 *
 * <p>Nodes 0 and 1 know the tokens and are dead when the next client comes; nodes 3 and 4 never heard of them. So all depends
 * on node 2.
 */
@RedisNodes(
        value = 5,
        arguments = {"--appendonly", "yes"})
class AmnesiaTest {
    private static final int MORE_TOKENS = 100;

    @RegisterExtension
    final Clients clients = new Clients();

    /** The ways in which a node goes back in time. */
    enum Fault {
        RESTART_EMPTY {
            @Override
            Runnable prepare(RedisNode node) {
                return node::restartEmpty;
            }
        },
        STALE_SNAPSHOT {
            @Override
            Runnable prepare(RedisNode node) {
                node.takeSnapshot();
                return node::restartFromSnapshot;
            }
        },
        POWER_LOSS_BEFORE_FSYNC {
            @Override
            Runnable prepare(RedisNode node) {
                Path log = Path.of(node.command("CONFIG", "GET", "dir").split("\n", -1)[1], "appendonly.aof");
                long written = log.toFile().length();
                return () -> {
                    node.kill();
                    truncate(log, written);
                    node.start();
                };
            }
        };

        /** Remembers where the node is to go back to, and returns what takes it there. */
        abstract Runnable prepare(RedisNode node);

        private static void truncate(Path file, long size) {
            try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                assertThat(access.length()).as("something to lose").isGreaterThan(size);
                access.setLength(size);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void tokens_go_on_above_those_that_a_node_forgot(Fault fault, RedisNodeSet nodes) {
        FencingToken before = giveTokensAndForget(fault, nodes);

        Redlock next = clients.connect(nodes, GUARDED);
        FencingToken after = next.acquire("a", PATIENT).token();

        assertThat(after).isGreaterThan(before);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_node_that_forgot_and_passes_for_admitted_gives_a_token_again(Fault fault, RedisNodeSet nodes) {
        String floor = giveToken(nodes);
        FencingToken before = giveTokensAndForget(fault, nodes);
        admitByHand(nodes.node(2), floor);

        Redlock next = clients.connect(nodes, GUARDED);
        FencingToken after = next.acquire("a", TRY_ONCE).token();

        assertThat(after).isLessThanOrEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_node_that_forgot_gives_larger_tokens_even_where_restarted_nodes_are_trusted(
            Fault fault, RedisNodeSet nodes) {
        FencingToken before = giveTokensAndForget(fault, nodes);

        Redlock next = clients.connect(nodes, TRUSTING);

        assertThat(next.acquire("a", TRY_ONCE).token()).isGreaterThan(before);
    }

    @Test
    void a_node_that_forgot_nothing_gives_larger_tokens(RedisNodeSet nodes) {
        FencingToken before = giveTokens(clients.connect(nodes, GUARDED), nodes);
        nodes.node(0).kill();
        nodes.node(1).kill();

        Redlock next = clients.connect(nodes, GUARDED);

        assertThat(next.acquire("a", TRY_ONCE).token()).isGreaterThan(before);
    }

    @Test
    void a_node_whose_clock_is_behind_goes_on_from_what_it_remembers(RedisNodeSet nodes) {
        assumeThat(nodes.node(2).canMoveClock()).isTrue();
        FencingToken before = giveTokens(clients.connect(nodes, GUARDED), nodes);
        nodes.nodes().subList(0, 2).forEach(RedisNode::kill);
        nodes.node(2).moveClock(Duration.ofHours(-1));
        dropEntries(nodes.node(2));
        nodes.node(2).restartWithData();
        // Whoever admits it has read the largest token there before; all that come later know what the node knows.
        clients.connect(nodes, TRUSTING).close();

        Redlock next = clients.connect(nodes, TRUSTING);

        assertThat(next.acquire("a", TRY_ONCE).token()).isGreaterThan(before);
    }

    @Test
    void a_lock_that_an_old_snapshot_brings_back_blocks_no_longer_than_its_ttl(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, TRUSTING);
        Lease lease = client.acquire("a", LONGEST);
        await().until(() -> Votes.count(nodes, "a") == 5);
        List<RedisNode> majority = nodes.nodes().subList(0, 3);
        majority.forEach(RedisNode::takeSnapshot);
        lease.release();
        Votes.awaitNone(nodes, "a");

        majority.forEach(RedisNode::restartFromSnapshot);
        Standings.awaitVoter(client, 0, 1, 2);

        assertThat(Votes.count(nodes, "a")).as("ghosts").isEqualTo(3);
        assertThat(client.tryAcquire("a", TRY_ONCE)).isEmpty();
        assertThat(Votes.count(nodes, "a")).as("ghosts are nobody's to release").isEqualTo(3);
        assertThat(client.acquire("a", LONGEST.withWaitTimeout(Duration.ofMillis(3_500))))
                .matches(Lease::isValid);
    }

    private FencingToken giveTokensAndForget(Fault fault, RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        Runnable goBack = fault.prepare(nodes.node(2));
        FencingToken last = giveTokens(client, nodes);
        client.close();
        nodes.node(0).kill();
        nodes.node(1).kill();
        goBack.run();
        assertThat(Votes.counter(nodes.node(2), "a")).as("forgotten").isLessThan(last.value());
        return last;
    }

    /** One token, so that there is something to go back to; returns what the nodes were born with. */
    private String giveToken(RedisNodeSet nodes) {
        try (Redlock client = clients.connect(nodes, GUARDED)) {
            client.acquire("a").release();
        }
        return nodes.node(2).command("HGET", "redlock.records", ".floor");
    }

    private static FencingToken giveTokens(Redlock client, RedisNodeSet nodes) {
        Votes.giveToStranger(nodes.node(3), "a");
        Votes.giveToStranger(nodes.node(4), "a");
        FencingToken last = new FencingToken(1);
        for (int i = 0; i < MORE_TOKENS; i++) {
            try (Lease lease = client.acquire("a")) {
                last = lease.token();
            }
        }
        Votes.takeFromStranger(nodes.node(3), "a");
        Votes.takeFromStranger(nodes.node(4), "a");
        assertThat(Votes.counter(nodes.node(2), "a")).isEqualTo(last.value());
        assertThat(Votes.counter(nodes.node(3), "a")).isLessThan(last.value());
        return last;
    }

    /** As a rotation does it. */
    private static void dropEntries(RedisNode node) {
        node.command("HSET", "redlock.records", ".floor", node.command("HGET", "redlock.records", ".high"));
        Votes.dropEntries(node);
    }

    /** What a lock would find that does not look at who runs there: its records, and nothing that speaks against them. */
    private static void admitByHand(RedisNode node, String floor) {
        String run = Traffic.info(node, "run_id");
        node.command("HSETNX", "redlock.records", ".floor", floor);
        node.command("HSETNX", "redlock.records", ".high", floor);
        node.command("HSET", "redlock.records", ".run", run, ".nodes", "5");
    }
}
