package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Replies;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Refused;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.protocol.Standing.Unreachable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may vote, over time. */
class RosterTest {
    private static final Duration RECHECK = Duration.ofMillis(500);

    private final TestCluster cluster = new TestCluster(3);

    @Test
    void the_nodes_of_a_new_cluster_vote_at_once() {
        TestClient client = cluster.newClient();

        assertThat(client.opened).isCompleted();
        assertThat(standings(client)).allMatch(Admitted.class::isInstance);
        assertThat(client.events)
                .filteredOn(event -> event.endsWith(" Admitted"))
                .containsExactlyInAnyOrder("n0 Admitted", "n1 Admitted", "n2 Admitted");
    }

    @Test
    void nodes_that_vote_are_looked_at_now_and_then() {
        TestClient client = cluster.newClient();
        cluster.time.advance(RECHECK);
        int before = looksAt(client, 0);

        cluster.time.advance(RECHECK.multipliedBy(10));
        assertThat(looksAt(client, 0)).isEqualTo(before);
        cluster.time.advance(Duration.ofSeconds(10));

        assertThat(looksAt(client, 0)).isEqualTo(before + 1);
        assertThat(standings(client)).allMatch(Admitted.class::isInstance);
    }

    @Test
    void a_node_that_lost_its_data_is_noticed_although_nobody_asks_for_a_vote() {
        TestClient client = cluster.newSettledClient();
        cluster.server(1).wipe();

        cluster.time.advance(Duration.ofSeconds(10));

        assertThat(client.engine.standing(1)).isInstanceOf(Quarantined.class);
    }

    @Test
    void a_node_that_lost_its_data_is_told_how_far_the_others_have_got() {
        TestClient client = cluster.newClient();
        long token = client.hold("a").token();
        cluster.server(1).wipe();

        cluster.time.advance(TestCluster.MAX_TTL.multipliedBy(3));

        List<NodeRequest.Admit> admissions = client.node(1).requests(NodeRequest.Admit.class);
        assertThat(admissions).hasSize(2);
        assertThat(admissions.get(1).wanted().high()).isEqualTo(token);
        List<NodeRequest.Mark> marks = client.node(1).requests(NodeRequest.Mark.class);
        assertThat(admissions.get(1).recorded())
                .as("the mark that it was given when it had lost its data")
                .contains(marks.get(marks.size() - 1).mark());
    }

    private static int looksAt(TestClient client, int node) {
        return client.node(node).requests(NodeRequest.ReadFacts.class).size();
    }

    @Test
    void nobody_is_taken_for_new_while_too_few_nodes_were_seen() {
        cluster.server(0).stop();
        cluster.server(1).stop();
        TestClient client = cluster.newClient();

        assertThat(client.engine.standing(2)).isInstanceOf(Undecided.class);
        cluster.server(1).start(false);

        assertThat(client.engine.standing(2)).isInstanceOf(Admitted.class);
        assertThat(client.engine.standing(0)).isInstanceOf(Unreachable.class);
    }

    @Test
    void a_node_that_restarted_empty_votes_again_after_the_longest_ttl_and_not_before() {
        TestClient client = cluster.newClient();
        restart(0, false);
        assertThat(client.engine.standing(0)).isInstanceOf(Quarantined.class);

        cluster.time.advance(TestCluster.MAX_TTL.minusMillis(1));
        assertThat(client.engine.standing(0)).isInstanceOf(Quarantined.class);
        assertThat(causeAt(client, 0)).isEqualTo(Cause.QUARANTINED);
        cluster.time.advance(Duration.ofMillis(1));

        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);
        assertThat(client.events).containsSubsequence("n0 Unreachable", "n0 Quarantined", "n0 Admitted");
    }

    @Test
    void a_node_that_restarted_with_old_data_is_quarantined_too() {
        TestClient client = cluster.newClient();

        restart(0, true);

        assertThat(((Quarantined) client.engine.standing(0)).why()).contains("restarted");
        cluster.time.advance(TestCluster.MAX_TTL);
        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void without_quarantine_a_restarted_node_votes_at_once() {
        TestClient client = cluster.newClient(new Admission(3, TestCluster.MAX_TTL, false), cluster.servers());

        restart(0, false);

        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void a_node_that_another_client_has_admitted_is_believed_at_the_next_look() {
        TestClient client = cluster.newClient();
        restart(0, false);
        cluster.stranger(0).admitted(3);
        assertThat(client.engine.standing(0)).isInstanceOf(Quarantined.class);

        cluster.time.advance(RECHECK);

        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void looking_at_one_node_does_not_put_off_looking_at_another() {
        TestClient client = cluster.newClient();
        restart(0, false);
        restart(1, false);
        cluster.stranger(1).admitted(3);

        cluster.time.advance(RECHECK);

        assertThat(client.engine.standing(0)).isInstanceOf(Quarantined.class);
        assertThat(client.engine.standing(1)).isInstanceOf(Admitted.class);
    }

    @Test
    void a_node_whose_data_was_deleted_under_it_is_quarantined_as_soon_as_it_says_so() {
        TestClient client = cluster.newClient();
        cluster.server(0).wipe();
        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);

        client.hold("a").release();

        assertThat(((Quarantined) client.engine.standing(0)).why()).contains("deleted while it ran");
        cluster.time.advance(TestCluster.MAX_TTL.minusMillis(1));
        assertThat(client.engine.standing(0)).isInstanceOf(Quarantined.class);
        cluster.time.advance(Duration.ofMillis(1));
        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void the_loss_of_all_data_costs_one_longest_ttl_and_not_a_second_grant() {
        TestClient client = cluster.newClient();
        client.hold("a");
        cluster.servers().forEach(server -> server.wipe());

        assertThat(TestClient.refusal(client.acquire(TestClient.NO_PATIENCE, "a")))
                .isNotNull();
        cluster.time.advance(TestCluster.MAX_TTL.minusMillis(1));
        assertThat(TestClient.refusal(client.acquire(TestClient.NO_PATIENCE, "a")))
                .isNotNull();
        cluster.time.advance(Duration.ofMillis(1));

        assertThat(client.hold("a").isValid()).isTrue();
    }

    @Test
    void a_node_without_a_connection_is_not_asked() {
        TestClient client = cluster.newClient();
        cluster.server(0).stop();

        assertThat(client.engine.standing(0)).isEqualTo(new Unreachable("the server was stopped"));
        assertThat(causeAt(client, 0)).isEqualTo(Cause.NOT_CONNECTED);
    }

    @Test
    void a_node_of_a_cluster_of_another_size_is_refused() {
        cluster.newClient();
        TestClient other = cluster.newClient(
                new Admission(2, TestCluster.MAX_TTL, true), List.of(cluster.server(0), cluster.server(1)));

        Refused refused = (Refused) other.engine.standing(0);

        assertThat(refused.why()).contains("a cluster of 3 nodes", "configured with 2");
        assertThat(causeAt(other, 0)).isEqualTo(Cause.REFUSED);
    }

    @Test
    void one_server_under_two_addresses_is_refused_under_both() {
        TestClient client = cluster.newClient(
                new Admission(3, TestCluster.MAX_TTL, true),
                List.of(cluster.server(0), cluster.server(0), cluster.server(1)));

        assertThat(client.engine.standing(0)).isInstanceOf(Refused.class);
        assertThat(client.engine.standing(1)).isInstanceOf(Refused.class);
    }

    @Test
    void an_admission_that_fails_is_tried_again() {
        TestClient client = cluster.newClient();
        restart(0, false);
        cluster.time.advance(TestCluster.MAX_TTL.minusMillis(1));
        client.node(0).answerNext(NodeRequest.Admit.class, new Failed(Cause.ERROR, "out of memory"));

        cluster.time.advance(Duration.ofMillis(1));
        assertThat(client.engine.standing(0)).isInstanceOf(Undecided.class);
        cluster.time.advance(RECHECK);

        assertThat(client.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void the_first_token_is_above_everything_that_any_node_has_given() {
        TestClient first = cluster.newClient();
        long token = first.hold("a").token();

        TestClient second = cluster.newClient();

        assertThat(second.hold("never used").token()).isGreaterThan(token);
    }

    private void restart(int server, boolean withData) {
        cluster.server(server).stop();
        cluster.server(server).start(withData);
    }

    private List<Standing> standings(TestClient client) {
        return List.of(client.engine.standing(0), client.engine.standing(1), client.engine.standing(2));
    }

    /** Why this node did not vote in a round of its own. */
    private Cause causeAt(TestClient client, int node) {
        client.nodes().forEach(GatedNode::holdRequests);
        Acquisition acquisition = client.acquire(TestClient.NO_PATIENCE, "probe");
        acquisition.cancel();
        client.nodes().forEach(GatedNode::letGo);
        Replies evidence = TestClient.refusal(acquisition).lost().evidence();
        NodeReply reply = evidence.of(node);
        return reply instanceof Failed failed ? failed.cause() : Cause.TIMED_OUT;
    }
}
