package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claims;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.node.NodeRequest.Release;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Requests that have to wait in the database. */
class SlowDatabaseTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private PGSimpleDataSource source;
    private NodeProbe probe;

    private void open(BrokenSchema schema, Duration statementTimeout) throws SQLException {
        source = schema.install(TestServer.shared());
        probe = NodeProbe.open(PostgresNode.on(source)
                        .connections(2)
                        .statementTimeout(statementTimeout)
                        .create(0, "redlock"))
                .admitted(1);
    }

    @AfterEach
    void close() {
        probe.close();
    }

    private CompletableFuture<NodeReply> send(NodeRequest request) {
        CompletableFuture<NodeReply> answer = new CompletableFuture<>();
        probe.awaitSession().send(request, answer::complete);
        return answer;
    }

    @Test
    void a_request_that_waits_holds_up_no_other_name() throws Exception {
        open(BrokenSchema.NONE, Duration.ofSeconds(20));
        try (HeldRow row = new HeldRow(source, "a")) {
            CompletableFuture<NodeReply> waiting = send(new Acquire(Claims.of("anna", "a"), LONG, 0));
            row.awaitWaiting(Duration.ZERO);

            probe.ask(Granted.class, new Acquire(Claims.of("anna", "b"), LONG, 0));
            probe.ask(NodeReply.Facts.class, new ReadFacts());

            assertThat(waiting).isNotDone();
        }
    }

    @Test
    void a_release_stays_behind_the_acquire_that_it_undoes() throws Exception {
        open(BrokenSchema.NONE, Duration.ofSeconds(20));
        CompletableFuture<NodeReply> release;
        try (HeldRow row = new HeldRow(source, "a")) {
            send(new Acquire(Claims.of("anna", "a", "b"), LONG, 0));
            release = send(new Release(Claims.of("anna", "a", "b")));
            row.awaitWaiting(Duration.ZERO);
            assertThat(release).isNotDone();
        }

        assertThat(release.join()).isEqualTo(new Freed(Found.OWN));
    }

    @Test
    void a_request_that_takes_too_long_is_given_up_by_the_database_and_has_done_nothing() throws Exception {
        open(BrokenSchema.NONE, SHORT);
        Session session = probe.awaitSession();
        Failed failed;
        try (HeldRow row = new HeldRow(source, "a")) {
            CompletableFuture<NodeReply> answer = send(new Acquire(Claims.of("anna", "a"), LONG, 0));
            row.awaitWaiting(Duration.ZERO);
            failed = (Failed) answer.join();
        }

        assertThat(failed.cause()).isEqualTo(Cause.TIMED_OUT);
        assertThat(failed.detail()).contains("has done nothing", "statement timeout", "redlock.names");
        assertThat(probe.ask(Seen.class, new Inspect("a")).vote()).isEmpty();
        assertThat(probe.awaitSession())
                .as("the connection is as good as before")
                .isSameAs(session);
    }

    @Test
    void a_vote_lasts_from_when_it_is_given_and_not_from_when_it_was_asked_for() throws Exception {
        assertThat(voteAfterAWaitLongerThanItsTtl(BrokenSchema.NONE)).isPresent();
    }

    /** The control: with the time at which the transaction began, the vote is over when it is given. */
    @Test
    void the_time_of_the_transaction_would_be_noticed() throws Exception {
        assertThat(voteAfterAWaitLongerThanItsTtl(BrokenSchema.TIME_OF_THE_TRANSACTION))
                .isEmpty();
    }

    private Optional<NodeReply.Vote> voteAfterAWaitLongerThanItsTtl(BrokenSchema schema) throws Exception {
        open(schema, Duration.ofSeconds(20));
        Duration ttl = Duration.ofSeconds(1);
        CompletableFuture<NodeReply> granted;
        try (HeldRow row = new HeldRow(source, "a")) {
            granted = send(new Acquire(Claims.of("anna", "a"), ttl, 0));
            row.awaitWaiting(ttl);
        }
        assertThat(granted.join()).isInstanceOf(Granted.class);
        return probe.ask(Seen.class, new Inspect("a")).vote();
    }

    @Test
    void more_requests_than_can_wait_are_refused_and_not_sent() throws Exception {
        open(BrokenSchema.NONE, Duration.ofSeconds(20));
        List<NodeReply> refused = new CopyOnWriteArrayList<>();
        List<NodeReply> done = new CopyOnWriteArrayList<>();
        try (HeldRow row = new HeldRow(source, "a")) {
            send(new Acquire(Claims.of("anna", "a"), LONG, 0));
            row.awaitWaiting(Duration.ZERO);
            for (int at = 0; at < DatabaseSession.LONGEST_QUEUE; at++) {
                probe.awaitSession().send(new Inspect("a"), done::add);
            }
            probe.awaitSession().send(new Acquire(Claims.of("bert", "b"), LONG, 0), refused::add);

            assertThat(refused).singleElement().isInstanceOfSatisfying(Failed.class, failed -> {
                assertThat(failed.notSent()).isTrue();
                assertThat(failed.detail()).contains("requests are waiting");
            });
        }
        await().until(() -> done.size() == DatabaseSession.LONGEST_QUEUE);
        assertThat(probe.ask(Seen.class, new Inspect("b")).vote()).isEmpty();
    }
}
