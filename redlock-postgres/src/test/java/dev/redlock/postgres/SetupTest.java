package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.AcquireResult;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.WrongSetupException;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.ReadFacts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that cannot be a node as it is: no vote, and a message that says what to do. */
class SetupTest {
    private static final Acquire REQUEST = new Acquire(Claims.of("anna", "a"), Duration.ofMinutes(1), 0);

    private PGSimpleDataSource source;

    @BeforeEach
    void newDatabase() throws SQLException {
        source = TestServer.shared().fresh("setup");
    }

    private void assertRefused(PGSimpleDataSource refused, String... messages) {
        assertThatThrownBy(() -> Redlock.builder()
                        .node(PostgresNode.on(refused).named("orders-db"))
                        .connect())
                .isInstanceOf(WrongSetupException.class)
                .hasMessageContaining("orders-db")
                .satisfies(thrown -> assertThat(thrown.getMessage()).contains(messages));
    }

    private PGSimpleDataSource as(String user) throws SQLException {
        TestServer.execute(source, "DROP ROLE IF EXISTS " + user);
        TestServer.execute(source, "CREATE ROLE " + user + " LOGIN");
        PGSimpleDataSource other = TestServer.shared().source("setup");
        other.setUser(user);
        return other;
    }

    @Test
    void without_the_functions() {
        assertRefused(source, "functions are missing", PostgresSchema.FILE, "createSchema()");
    }

    @ParameterizedTest
    @CsvSource({"0, run db/redlock-postgres", "2, use the release of this library"})
    void with_functions_of_another_version(int version, String advice) throws SQLException {
        PostgresSchema.create(source);
        TestServer.execute(
                source,
                "CREATE OR REPLACE FUNCTION redlock.schema_version() RETURNS integer LANGUAGE sql AS 'SELECT " + version
                        + "'");

        assertRefused(source, "has version " + version, "needs 1", advice);
    }

    @Test
    void without_rights_on_the_schema() throws SQLException {
        PostgresSchema.create(source);

        assertRefused(as("stranger"), "lacks rights", "GRANT USAGE ON SCHEMA redlock");
    }

    @Test
    void without_the_right_to_write() throws SQLException {
        PostgresSchema.create(source);
        PGSimpleDataSource reader = as("reader");
        TestServer.execute(source, "GRANT USAGE ON SCHEMA redlock TO reader");
        TestServer.execute(source, "GRANT SELECT ON ALL TABLES IN SCHEMA redlock TO reader");

        assertRefused(reader, "lacks rights", "INSERT, UPDATE, DELETE");
        TestServer.execute(source, "DROP OWNED BY reader");
    }

    @Test
    void with_the_rights_that_the_message_names() throws SQLException {
        PostgresSchema.create(source);
        PGSimpleDataSource user = as("app");
        for (String grant : Failures.GRANTS.replace("that user", "app").split(";", -1)) {
            TestServer.execute(source, grant);
        }

        try (Redlock redlock = Redlock.builder().node(PostgresNode.on(user)).connect()) {
            redlock.acquire("a").close();
        }
        assertThat(TestServer.text(source, "SELECT run FROM redlock.meta"))
                .as("a user without any rights can tell one server and one timeline from another")
                .doesNotContain("?");
        TestServer.execute(source, "DROP OWNED BY app");
    }

    @Test
    void read_only() throws SQLException {
        PostgresSchema.create(source);
        TestServer.execute(source, "ALTER DATABASE setup SET default_transaction_read_only = on");

        assertRefused(source, "it is read-only", "default_transaction_read_only");
    }

    @Test
    void a_database_that_is_mended_becomes_a_node() throws SQLException {
        NodeProbe probe = NodeProbe.open(PostgresNode.on(source).create(0, "redlock"));
        assertThat(probe.facts().objections()).isNotEmpty();

        PostgresSchema.create(source);
        probe.ask(new ReadFacts());

        await().until(() -> probe.facts().objections().isEmpty());
        probe.close();
    }

    @Test
    void functions_that_vanish_under_a_running_client_are_no_vote() throws SQLException {
        PostgresSchema.create(source);
        NodeProbe probe =
                NodeProbe.open(PostgresNode.on(source).create(0, "redlock")).admitted(1);

        TestServer.execute(source, "DROP SCHEMA redlock CASCADE");

        Failed failed = probe.ask(Failed.class, REQUEST);
        assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        assertThat(failed.detail()).contains("functions are missing", PostgresSchema.FILE);
        assertThat(NodeProbe.ask(probe.awaitSession(), new ReadFacts()).toString())
                .contains("functions are missing");
        probe.close();
    }

    @Test
    void the_schema_can_be_created_by_many_at_once() {
        CompletableFuture<?>[] clients = IntStream.range(0, 6)
                .mapToObj(unused -> CompletableFuture.runAsync(() -> {
                    try (Redlock redlock = Redlock.builder()
                            .node(PostgresNode.on(source).connections(1).createSchema())
                            .connect()) {
                        redlock.acquire("a").close();
                    }
                }))
                .toArray(CompletableFuture<?>[]::new);

        CompletableFuture.allOf(clients).join();
    }

    @Test
    void a_schema_that_may_not_be_created_is_missing() throws SQLException {
        PGSimpleDataSource stranger = as("stranger");
        assertThatThrownBy(() -> Redlock.builder()
                        .node(PostgresNode.on(stranger).createSchema())
                        .connect())
                .isInstanceOf(WrongSetupException.class)
                .hasMessageContaining("functions are missing");
    }

    @Test
    void one_database_cannot_be_two_nodes() throws SQLException {
        PostgresSchema.create(source);
        assertThatThrownBy(() -> Redlock.builder()
                        .node(PostgresNode.on(source))
                        .node(PostgresNode.on(source))
                        .node(PostgresNode.on(source))
                        .connect())
                .isInstanceOf(WrongSetupException.class)
                .hasMessageContaining("one and the same server");
    }

    @Test
    void a_database_that_is_not_there_is_named_with_the_reason() {
        PGSimpleDataSource nowhere = TestServer.shared().source("missing");
        try (Redlock redlock = Redlock.builder()
                .node(PostgresNode.on(nowhere).named("orders-db"))
                .connect()) {
            AcquireResult result = redlock.acquireAsync(
                            List.of("a"), LockOptions.defaults().withWaitTimeout(Duration.ZERO))
                    .join();

            assertThat(result).isInstanceOf(AcquireResult.QuorumUnavailable.class);
            assertThat(result.toString()).contains("orders-db", "\"missing\" does not exist");
        }
    }

    @Test
    void settings_that_make_no_sense_are_rejected() {
        PostgresNode node = PostgresNode.on(source);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.connections(0))
                .withMessageContaining("1 to 64");
        assertThatIllegalArgumentException().isThrownBy(() -> node.named(" ")).withMessageContaining("blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.statementTimeout(Duration.ZERO))
                .withMessageContaining("10 ms to 1 hour");
    }
}
