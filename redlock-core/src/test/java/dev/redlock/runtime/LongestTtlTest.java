package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Served;
import dev.redlock.protocol.Standing.Undecided;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients whose longest ttls differ: a node that forgot is out for the longest of them, whoever admits it. */
class LongestTtlTest {
    /** Less than the time between two looks at a node that votes. */
    private static final Duration SHORT = Duration.ofSeconds(5);

    private static final Duration LONG = SHORT.multipliedBy(3);

    private final TestCluster cluster = new TestCluster(3);
    private final TestClient brief = clientWith(SHORT);

    /** A client looks at its nodes a second time soon after the first; what comes later it has to hear of otherwise. */
    @BeforeEach
    void letTheFirstLooksPass() {
        cluster.time.advance(Duration.ofSeconds(1));
    }

    @Test
    void a_client_that_was_there_before_hears_of_it_in_time() {
        clientWith(LONG);

        restartEmpty();
        cluster.time.advance(LONG.minusMillis(1));
        assertThat(brief.engine.standing(0)).isInstanceOf(Quarantined.class);
        cluster.time.advance(Duration.ofMillis(1));

        assertThat(brief.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void without_such_a_client_nobody_waits_that_long() {
        restartEmpty();
        cluster.time.advance(SHORT);

        assertThat(brief.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void a_client_that_comes_after_the_restart_has_read_it() {
        clientWith(LONG);
        restartEmpty();
        TestClient late = clientWith(SHORT);

        cluster.time.advance(LONG.minusMillis(1));
        assertThat(late.engine.standing(0)).isInstanceOf(Quarantined.class);
    }

    @Test
    void a_node_that_lost_its_records_is_told_again_by_whoever_admits_it() {
        clientWith(LONG).engine.close();
        restartEmpty();

        cluster.time.advance(LONG);

        assertThat(told(0)).isEqualTo(LONG);
    }

    @Test
    void what_was_heard_in_good_time_is_known_when_nobody_is_left_to_ask() {
        clientWith(LONG).engine.close();
        cluster.time.advance(Duration.ofSeconds(10));
        cluster.server(2).stop();
        cluster.server(1).stop();

        restartEmpty();
        cluster.time.advance(LONG.minusMillis(1));

        assertThat(brief.engine.standing(0)).isInstanceOf(Quarantined.class);
    }

    @Test
    void nobody_is_admitted_while_one_of_the_others_has_yet_to_say_what_it_knows() {
        clientWith(LONG).engine.close();
        // All but one have forgotten it.
        restartEmpty();
        cluster.stranger(0).ask(cluster.stranger(0).admission(3, SHORT));
        brief.node(1).holdReplies();
        brief.node(2).holdReplies();
        cluster.server(0).wipe();
        brief.acquire(TestClient.NO_PATIENCE, "a");

        cluster.time.advance(SHORT);
        assertThat(brief.engine.standing(0)).isInstanceOf(Served.class);
        brief.node(1).letGo();
        brief.node(2).letGo();

        assertThat(brief.engine.standing(0)).isInstanceOf(Quarantined.class);
    }

    @Test
    void one_that_goes_instead_of_answering_is_waited_for_no_longer_than_a_moment() {
        brief.node(1).holdReplies();
        restartEmpty();
        cluster.time.advance(SHORT);
        assertThat(brief.engine.standing(0)).isInstanceOf(Served.class);

        cluster.server(1).stop();
        assertThat(brief.engine.standing(0)).isInstanceOf(Undecided.class);
        cluster.time.advance(Duration.ofMillis(500));

        assertThat(brief.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void connections_that_break_while_they_are_asked_and_come_back_do_not_end_a_quarantine() {
        clientWith(LONG).engine.close();
        restartEmpty();
        brief.node(1).holdReplies();
        brief.node(2).holdReplies();
        cluster.time.advance(SHORT);
        assertThat(brief.engine.standing(0)).isInstanceOf(Served.class);

        cluster.server(1).stop();
        cluster.server(2).stop();
        cluster.server(1).start(true);
        cluster.server(2).start(true);

        assertThat(brief.engine.standing(0)).isInstanceOf(Quarantined.class);
    }

    @Test
    void one_that_cannot_say_what_it_knows_is_asked_again() {
        clientWith(LONG);
        restartEmpty();
        cluster.time.advance(SHORT.minusMillis(1));
        brief.node(1).answerNext(NodeRequest.ReadFacts.class, new Failed(Cause.ERROR, "busy"));
        brief.node(2).answerNext(NodeRequest.ReadFacts.class, new Failed(Cause.ERROR, "busy"));

        cluster.time.advance(Duration.ofMillis(1));
        assertThat(brief.engine.standing(0)).isInstanceOf(Undecided.class);
        cluster.time.advance(Duration.ofMillis(500));

        assertThat(brief.engine.standing(0)).isInstanceOf(Quarantined.class);
    }

    @Test
    void what_cannot_be_admitted_is_not_tried_again_at_once() {
        for (int node = 0; node < 3; node++) {
            cluster.server(node).wipe();
        }
        brief.acquire(TestClient.NO_PATIENCE, "a");
        cluster.time.advance(SHORT.minusMillis(1));
        for (int node = 0; node < 3; node++) {
            brief.node(node).answerNext(NodeRequest.Admit.class, new Failed(Cause.ERROR, "out of memory"));
        }
        int before = brief.node(0).requests(NodeRequest.Admit.class).size();

        cluster.time.advance(Duration.ofMillis(1));
        assertThat(brief.node(0).requests(NodeRequest.Admit.class)).hasSize(before + 1);
        cluster.time.advance(Duration.ofMillis(500));

        assertThat(brief.node(0).requests(NodeRequest.Admit.class)).hasSize(before + 2);
        assertThat(brief.engine.standing(0)).isInstanceOf(Admitted.class);
    }

    @Test
    void a_client_that_is_being_closed_admits_nobody() {
        brief.node(1).holdReplies();
        restartEmpty();
        cluster.time.advance(SHORT);
        assertThat(brief.engine.standing(0)).isInstanceOf(Served.class);

        brief.engine.close();

        assertThat(brief.node(0).requests(NodeRequest.Admit.class)).hasSize(1);
    }

    private TestClient clientWith(Duration maxTtl) {
        return cluster.newClient(new Admission(3, maxTtl, true), cluster.servers());
    }

    private void restartEmpty() {
        cluster.server(0).stop();
        cluster.server(0).start(false);
    }

    private Duration told(int node) {
        NodeFacts facts = cluster.stranger(node).facts();
        return facts.admission().orElseThrow().maxTtl();
    }
}
