package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A later holder always has a larger token, whatever the counters of single nodes look like. */
@RedisNodes(5)
class TokenOrderTest {
    @RegisterExtension
    final Clients clients = new Clients();

    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @Test
    void clients_that_take_turns_never_see_a_token_go_back(RedisNodeSet nodes) {
        List<Redlock> three = List.of(clients.connect(nodes), clients.connect(nodes), clients.connect(nodes));
        for (String name : List.of("a", "b")) {
            List<FencingToken> tokens = new ArrayList<>();

            for (int turn = 0; turn < 60; turn++) {
                try (Lease lease = three.get(turn % 3).acquire(name)) {
                    tokens.add(lease.token());
                }
            }

            assertThat(tokens).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void counters_that_differ_between_nodes_never_give_a_smaller_token(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        Redlock loser = clients.connect(nodes);
        Redlock first = clients.connect(nodes, told);
        Redlock second = clients.connect(nodes, told);
        raiseCountersOfTwoNodes(loser, nodes);

        FencingToken before = acquireWithout(first, nodes, 3, 4);
        FencingToken after = acquireWithout(second, nodes, 0, 1);

        // Only node 2 was in both quorums: had the first holder not stored its token there, the second would be behind.
        assertThat(after).isGreaterThan(before);
        assertThat(told.acquired).first().matches(event -> !event.fastPath(), "needed the second round");
    }

    @Test
    void counters_in_step_need_no_second_round(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        Redlock first = clients.connect(nodes, told);
        Redlock second = clients.connect(nodes, told);

        FencingToken before = acquireWithout(first, nodes, 3, 4);
        FencingToken after = acquireWithout(second, nodes, 0, 1);

        assertThat(after).isGreaterThan(before);
        assertThat(told.acquired).first().matches(Recorder.Acquired::fastPath, "one round was enough");
    }

    @Test
    void a_token_of_several_names_is_larger_than_the_last_of_each(RedisNodeSet nodes) {
        Redlock one = clients.connect(nodes);
        Redlock other = clients.connect(nodes);
        FencingToken ofA = takeAndGiveBack(one, "a");
        for (int i = 0; i < 20; i++) {
            takeAndGiveBack(other, "b");
        }
        FencingToken ofB = takeAndGiveBack(other, "b");

        FencingToken ofBoth = takeAndGiveBack(one, "a", "b");

        assertThat(ofBoth).isGreaterThan(ofA).isGreaterThan(ofB);
        assertThat(takeAndGiveBack(other, "a")).isGreaterThan(ofBoth);
        assertThat(takeAndGiveBack(one, "b")).isGreaterThan(ofBoth);
    }

    @Test
    void a_counter_never_expires_and_is_not_deleted_with_the_lock(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes);
        FencingToken given = takeAndGiveBack(client, "a");
        Lease expiring = client.acquire("a", LockOptions.defaults().withTtl(Duration.ofMillis(200)));

        Votes.awaitExpiry(nodes, expiring);

        for (RedisNode node : nodes) {
            assertThat(node.command("TTL", "redlock.records")).isEqualTo("-1");
            assertThat(Votes.counter(node, "a")).isGreaterThan(given.value());
        }
    }

    @Test
    void nodes_that_lost_everything_do_not_start_again_at_one(RedisNodeSet nodes) {
        FencingToken before = takeAndGiveBack(clients.connect(nodes), "a");

        nodes.forEach(RedisNode::restartEmpty);

        assertThat(Votes.counter(nodes.node(0), "a"))
                .as("what is left after the loss")
                .isZero();
        assertThat(takeAndGiveBack(clients.connect(nodes), "a")).isGreaterThan(before);
    }

    @Test
    void a_minority_that_is_flushed_does_not_vote_and_costs_no_order(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        Redlock client = clients.connect(nodes, told);
        FencingToken before = takeAndGiveBack(client, "a");

        nodes.node(0).command("FLUSHALL");
        nodes.node(1).command("FLUSHALL");

        FencingToken after = takeAndGiveBack(client, "a");
        assertThat(after).isGreaterThan(before);
        assertThat(Votes.counter(nodes.node(0), "a"))
                .as("the flushed node gave nothing")
                .isZero();
    }

    @Test
    void a_majority_that_is_flushed_makes_the_lock_wait_and_then_go_on_above(RedisNodeSet nodes) {
        Redlock client = clients.connect(
                nodes,
                builder -> builder.maxTtl(Duration.ofSeconds(1))
                        .defaults(LockOptions.defaults().withTtl(Duration.ofSeconds(1))));
        FencingToken before = takeAndGiveBack(client, "a");
        long flushed = System.nanoTime();
        for (int node = 0; node < 3; node++) {
            nodes.node(node).command("FLUSHALL");
        }

        FencingToken after = takeAndGiveBack(client, "a");

        assertThat(after).isGreaterThan(before);
        assertThat(Duration.ofNanos(System.nanoTime() - flushed))
                .as("a vote that was forgotten may have been given for so long")
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    /** A client that wins two of five nodes again and again leaves their counters ahead of the others. */
    private static void raiseCountersOfTwoNodes(Redlock loser, RedisNodeSet nodes) {
        for (int node = 2; node < 5; node++) {
            Votes.giveToStranger(nodes.node(node), "a");
        }
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(loser.tryAcquire("a")).isEmpty();
        }
        Votes.awaitWithdrawn(nodes.node(0), "a", LockOptions.defaults());
        Votes.awaitWithdrawn(nodes.node(1), "a", LockOptions.defaults());
        for (int node = 2; node < 5; node++) {
            Votes.takeFromStranger(nodes.node(node), "a");
            assertThat(Votes.counter(nodes.node(node), "a")).isZero();
        }
    }

    private static FencingToken acquireWithout(Redlock client, RedisNodeSet nodes, int... busy) {
        for (int node : busy) {
            Votes.giveToStranger(nodes.node(node), "a");
        }
        Lease lease = client.acquire("a", TRY_ONCE);
        assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
        for (int node : busy) {
            Votes.takeFromStranger(nodes.node(node), "a");
        }
        Votes.awaitNone(nodes, "a");
        return lease.token();
    }

    private static FencingToken takeAndGiveBack(Redlock client, String... names) {
        try (Lease lease = client.acquire(List.of(names))) {
            return lease.token();
        }
    }
}
