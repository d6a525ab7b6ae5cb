package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claims;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Inspect;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections that end while requests are under way. */
class ConnectionLossTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private PGSimpleDataSource source;
    private NodeProbe probe;

    @BeforeEach
    void open() throws SQLException {
        source = BrokenSchema.NONE.install(TestServer.shared());
        probe = NodeProbe.open(PostgresNode.on(source)
                        .connections(2)
                        .statementTimeout(Duration.ofMillis(500))
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

    private String ours() {
        return " FROM pg_stat_activity WHERE application_name = 'redlock' AND datname = current_database()";
    }

    @Test
    void what_was_under_way_may_have_happened_and_what_was_waiting_has_not() throws Exception {
        Session before = probe.awaitSession();
        Failed underWay;
        Failed waiting;
        try (HeldRow row = new HeldRow(source, "a")) {
            CompletableFuture<NodeReply> first = send(new Acquire(Claims.of("anna", "a"), LONG, 0));
            CompletableFuture<NodeReply> second = send(new Acquire(Claims.of("bert", "a"), LONG, 0));
            row.awaitWaiting(Duration.ZERO);

            TestServer.text(source, "SELECT pg_terminate_backend(pid)" + ours() + " AND wait_event_type = 'Lock'");
            underWay = (Failed) first.join();
            waiting = (Failed) second.join();
        }

        assertThat(underWay.cause()).isEqualTo(Cause.DISCONNECTED);
        assertThat(underWay.detail()).contains("terminating connection");
        assertThat(waiting.cause()).isEqualTo(Cause.NOT_CONNECTED);
        await().until(() -> probe.sessions().size() == 2);
        assertThat(probe.awaitSession()).isNotSameAs(before);
        assertThat(probe.facts().isAdmitted())
                .as("PostgreSQL has not forgotten")
                .isTrue();
        assertThat(((Failed) NodeProbe.ask(before, new Inspect("a"))).cause()).isEqualTo(Cause.NOT_CONNECTED);
        assertThat(probe.ask(Seen.class, new Inspect("a")).vote()).isEmpty();
    }

    @Test
    void an_idle_connection_that_is_cut_ends_the_session_without_a_request() throws Exception {
        TestServer.text(source, "SELECT pg_terminate_backend(pid)" + ours() + " AND query LIKE 'LISTEN%'");

        await().until(() -> probe.sessions().size() == 2);
        assertThat(probe.disconnections()).singleElement().asString().contains("terminating connection");
    }

    @Test
    void a_server_that_has_frozen_is_given_up() throws Exception {
        String frozen;
        CompletableFuture<NodeReply> answer;
        try (HeldRow row = new HeldRow(source, "a")) {
            answer = send(new Acquire(Claims.of("anna", "a"), LONG, 0));
            row.awaitWaiting(Duration.ZERO);
            frozen = TestServer.text(source, "SELECT pid" + ours() + " AND wait_event_type = 'Lock'");
            signal("STOP", frozen);
        }
        try {
            assertThat(((Failed) answer.join()).cause()).isEqualTo(Cause.DISCONNECTED);
            await().until(() -> probe.sessions().size() == 2);
        } finally {
            signal("CONT", frozen);
        }
    }

    @Test
    void closing_leaves_no_connection_and_no_thread() {
        probe.close();

        await().untilAsserted(() ->
                assertThat(TestServer.text(source, "SELECT count(*)" + ours())).isEqualTo("0"));
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("redlock-postgres"));
    }

    private static void signal(String name, String pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, pid)
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }
}
