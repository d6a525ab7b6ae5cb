package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeProbe.Notice;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.node.NodeRequest.Release;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections and notifications. */
interface SessionContract extends ContractContext {

    @Test
    default void a_release_is_told_to_those_who_watch_the_name_with_the_holders_id() {
        watch(probe(), "a");
        NodeProbe other = newProbe();
        Claim claim = Claims.of("anna", "a", "b");
        other.ask(new Acquire(claim, LONG, 0));
        refuse("a");

        other.ask(new Release(claim));

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).containsExactly(new Notice("a", Claims.holderId("anna")));
    }

    @Test
    default void a_release_by_an_operator_is_told_without_a_holder() {
        watch(probe(), "a");
        granted(Claims.of("anna", "a"));

        probe().ask(new ForceRelease("a"));

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).containsExactly(new Notice("a", ""));
    }

    @Test
    default void nothing_is_told_where_nothing_was_given_back() {
        watch(probe(), "a", "b", "end");
        granted(Claims.of("anna", "a"));
        probe().ask(new Release(Claims.of("bert", "a", "b")));
        probe().ask(new ForceRelease("b"));

        giveBack("end");

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).extracting(Notice::name).containsExactly("end");
    }

    @Test
    default void who_no_longer_watches_is_no_longer_told() {
        watch(probe(), "a", "end");
        probe().node().unwatch("a");
        barrier(probe());

        giveBack("a");
        giveBack("end");

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).extracting(Notice::name).containsExactly("end");
    }

    @Test
    default void a_session_ends_with_the_server_and_another_one_begins_when_it_is_back() {
        Session first = probe().awaitSession();
        String firstRun = probe().facts().runId();

        fixture().stopServer();
        probe().awaitDisconnection();
        fixture().startServer();

        assertThat(probe().awaitSession()).isNotSameAs(first);
        assertThat(probe().facts().runId()).isNotEqualTo(firstRun);
        assertThat(probe().facts().isAdmitted()).isFalse();
    }

    @Test
    default void nothing_is_sent_on_a_session_that_has_ended() {
        Session first = probe().awaitSession();
        Acquire request = new Acquire(Claims.of("anna", "a"), LONG, 0);
        assertThat(NodeProbe.ask(first, request)).isInstanceOf(Granted.class);
        NodeProbe.ask(first, new Release(request.claim()));
        fixture().stopServer();
        probe().awaitDisconnection();

        assertThat(causeOf(NodeProbe.ask(first, request))).isEqualTo(Cause.NOT_CONNECTED);
        fixture().startServer();
        probe().admitted(3);
        assertThat(causeOf(NodeProbe.ask(first, request))).isEqualTo(Cause.NOT_CONNECTED);
        assertThat(voteOf("a")).isEmpty();
    }

    @Test
    default void a_watch_outlives_the_session() {
        watch(probe(), "a");
        fixture().stopServer();
        probe().awaitDisconnection();
        fixture().startServer();
        probe().admitted(3);

        giveBack("a");

        await().until(() -> !probe().notices().isEmpty());
        assertThat(probe().notices()).containsExactly(new Notice("a", Claims.holderId("giver")));
    }

    @Test
    default void nothing_is_sent_after_close() {
        Session session = probe().awaitSession();

        probe().close();

        NodeReply reply = NodeProbe.ask(session, new ReadFacts());
        assertThat(causeOf(reply)).isEqualTo(Cause.NOT_CONNECTED);
    }

    @Test
    default void requests_of_one_session_are_carried_out_in_the_order_in_which_they_were_sent() {
        Session session = probe().awaitSession();
        List<NodeReply> replies = Collections.synchronizedList(new ArrayList<>());
        int rounds = 100;

        for (int round = 0; round < rounds; round++) {
            Claim claim = Claims.of("round " + round, "a");
            session.send(new Acquire(claim, LONG, 0), replies::add);
            session.send(new Release(claim), replies::add);
        }

        await().until(() -> replies.size() == 2 * rounds);
        assertThat(replies.stream().filter(Granted.class::isInstance)).hasSize(rounds);
    }

    private void giveBack(String name) {
        Claim claim = Claims.of("giver", name);
        probe().ask(new Acquire(claim, LONG, 0));
        refuse(name);
        probe().ask(new Release(claim));
    }

    /** Who watches has asked for the lock before: a node need not tell anybody of a lock that nobody else wants. */
    private void refuse(String name) {
        assertThat(probe().ask(new Acquire(Claims.of("rival", name), LONG, 0))).isInstanceOf(Denied.class);
    }

    private static Cause causeOf(NodeReply reply) {
        assertThat(reply).isInstanceOf(Failed.class);
        return ((Failed) reply).cause();
    }

    private static void watch(NodeProbe probe, String... names) {
        for (String name : names) {
            probe.node().watch(name);
        }
        barrier(probe);
    }

    /** Whatever was asked for on this session before is in force after it. */
    private static void barrier(NodeProbe probe) {
        probe.ask(new ReadFacts());
    }
}
