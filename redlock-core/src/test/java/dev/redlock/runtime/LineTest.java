package dev.redlock.runtime;

import static dev.redlock.runtime.TestClient.NO_PATIENCE;
import static dev.redlock.runtime.TestClient.isWaiting;
import static dev.redlock.runtime.TestClient.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.LeaveLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that want the same lock wait in line at one node. */
class LineTest {
    private static final Duration PATIENT = Duration.ofSeconds(5);

    private final TestCluster cluster = new TestCluster(3);
    private final TestClient client = cluster.newClient();
    private final TestClient other = cluster.newClient();
    private final TestClient rival = cluster.newClient();

    @AfterEach
    void nothing_is_left_behind() {
        List.of(client, other, rival).forEach(one -> one.nodes().forEach(GatedNode::letGo));
        cluster.time.advance(Duration.ofMinutes(1));
        assertThat(cluster.isFree("a")).isTrue();
        assertThat(client.engine.isIdle()).isTrue();
        List.of(client, other, rival).forEach(one -> one.engine.close());
        assertThat(cluster.time.pending()).as("timers").isZero();
    }

    @Test
    void whose_turn_it_is_asks_all_nodes_once() {
        HeldLease held = rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");
        assertThat(asked(client)).containsExactly(2, 1, 1);

        held.release();

        assertThat(asked(client)).containsExactly(3, 2, 2);
        lease(waiter).release();
    }

    @Test
    void nobody_else_is_woken_up() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition second = other.acquire(PATIENT, "a");
        List<Integer> before = asked(other);

        held.release();

        assertThat(asked(other)).isEqualTo(before);
        assertThat(isWaiting(second)).isTrue();
        lease(first).release();
        lease(second).release();
    }

    @Test
    void clients_take_turns() {
        List<String> order = new ArrayList<>();
        HeldLease held = rival.hold("a");
        for (int turn = 0; turn < 3; turn++) {
            enter(client, "client", order);
            enter(other, "other", order);
        }

        held.release();

        assertThat(order).containsExactly("client", "other", "client", "other", "client", "other");
    }

    private static void enter(TestClient who, String name, List<String> order) {
        who.acquire(PATIENT, "a").result().thenAccept(result -> {
            order.add(name);
            ((Acquisition.Result.Acquired) result).lease().release();
        });
    }

    @Test
    void who_gives_up_leaves_the_line() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition second = other.acquire(PATIENT, "a");

        first.cancel();
        held.release();

        assertThat(client.node(0).requests(LeaveLine.class)).hasSize(1);
        lease(second).release();
    }

    @Test
    void who_is_called_and_has_gone_lets_the_next_one_in_at_once() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition second = other.acquire(PATIENT, "a");
        // What says that it has gone is not there yet when its turn comes.
        client.node(0).holdRequests();
        first.cancel();

        held.release();
        assertThat(isWaiting(second)).isTrue();
        client.node(0).letGo();

        lease(second).release();
    }

    @Test
    void somebody_else_of_the_same_client_may_take_the_turn() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition second = client.acquire(PATIENT, "a");
        client.node(0).holdRequests();
        first.cancel();

        held.release();
        client.node(0).letGo();

        lease(second).release();
    }

    @Test
    void a_turn_that_comes_during_a_look_is_taken_after_it() {
        HeldLease held = rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");
        client.node(1).holdReplies();
        client.node(2).holdReplies();
        cluster.time.advance(Duration.ofMillis(160));
        assertThat(asked(client))
                .as("a look at all nodes, because the line has not moved")
                .containsExactly(4, 2, 2);

        held.release();
        client.node(1).letGo();
        client.node(2).letGo();

        lease(waiter).release();
    }

    @Test
    void a_line_that_does_not_move_is_not_relied_on() {
        rival.hold("a");
        Acquisition waiter = client.acquire(PATIENT, "a");
        cluster.stranger(1).ask(new ForceRelease("a"));
        cluster.stranger(2).ask(new ForceRelease("a"));

        cluster.time.advance(Duration.ofMillis(160));

        lease(waiter).release();
    }

    @Test
    void who_waits_for_a_lease_of_the_same_client_gets_into_line_if_others_want_it_too() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        Acquisition foreign = other.acquire(PATIENT, "a");
        held.release();

        Acquisition second = client.acquire(PATIENT, "a");
        lease(first).release();

        assertThat(isWaiting(second)).as("behind the other client").isTrue();
        lease(foreign).release();
        lease(second).release();
    }

    @Test
    void a_client_that_has_no_rivals_any_more_does_without_the_line() {
        HeldLease held = rival.hold("a");
        Acquisition first = client.acquire(PATIENT, "a");
        held.release();
        Acquisition second = client.acquire(PATIENT, "a");
        cluster.time.advance(Duration.ofMillis(990));
        Acquisition third = client.acquire(PATIENT, "a");
        lease(first).release();
        lease(second).release();
        cluster.time.advance(Duration.ofMillis(20));
        List<Integer> before = asked(client);

        Acquisition fourth = client.acquire(PATIENT, "a");
        lease(third).release();

        assertThat(asked(client))
                .as("one request to each node, behind the release")
                .containsExactly(before.get(0) + 1, before.get(1) + 1, before.get(2) + 1);
        lease(fourth).release();
    }

    @Test
    void who_tries_once_gets_no_place() {
        rival.hold("a");

        client.acquire(NO_PATIENCE, "a");

        assertThat(asked(client)).containsExactly(1, 1, 1);
        assertThat(client.node(0).watches()).isEmpty();
    }

    private static List<Integer> asked(TestClient who) {
        return who.nodes().stream()
                .map(node -> node.requests(Acquire.class).size())
                .toList();
    }
}
