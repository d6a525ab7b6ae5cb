package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.ReadFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** What becomes of votes and tokens when a server that waits for its disk crashes, is promoted, replaced or set back. */
class HistoryTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Claim ANNAS = Claims.of("anna", "a");
    private static final Claim BERTS = Claims.of("bert", "a");

    /** Left to itself, the server would tell of commits long before they are on disk. */
    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "synchronous_commit", "off", "wal_writer_delay", "10s", "max_wal_size", "64MB");

    @TempDir
    static Path template;

    @TempDir
    Path folder;

    private final List<NodeProbe> probes = new ArrayList<>();
    private final List<TestServer> running = new ArrayList<>();

    @BeforeAll
    static void initialise() throws Exception {
        try (TestServer server = TestServer.start(template, DURABLE)) {
            PostgresSchema.create(server.source("postgres"));
        }
    }

    @AfterEach
    void close() {
        probes.forEach(NodeProbe::close);
        running.forEach(TestServer::close);
    }

    private TestServer start(String name, Path from) throws IOException {
        Path data = folder.resolve(name);
        Folders.copy(from, data);
        return start(data);
    }

    private TestServer start(Path data) {
        TestServer server = TestServer.start(data, DURABLE);
        running.add(server);
        return server;
    }

    private void stop(TestServer server) {
        server.close();
        running.remove(server);
    }

    private NodeProbe open(PGSimpleDataSource source) {
        NodeProbe probe = NodeProbe.open(PostgresNode.on(source).connections(1).create(0, "redlock"));
        probes.add(probe);
        return probe;
    }

    private static PGSimpleDataSource source(TestServer server) {
        return server.source("postgres");
    }

    private static long granted(NodeProbe probe, Claim claim) {
        return probe.ask(Granted.class, new Acquire(claim, LONG, 0)).value();
    }

    private boolean survivesACrash(BrokenSchema schema) throws Exception {
        TestServer server = start("primary", template);
        schema.install(source(server));
        NodeProbe probe = open(source(server)).admitted(1);
        String run = probe.facts().runId();
        TestServer.execute(source(server), "CHECKPOINT");
        granted(probe, ANNAS);

        server.crash();
        probe.awaitDisconnection();
        server.start();

        assertThat(probe.facts().runId()).isEqualTo(run);
        return probe.ask(Seen.class, new Inspect("a")).vote().isPresent();
    }

    @Test
    void a_vote_survives_a_crash_also_if_the_server_does_not_wait_for_the_disk_by_default() throws Exception {
        assertThat(survivesACrash(BrokenSchema.NONE)).isTrue();
        assertThat(probes.get(0).facts().isAdmitted()).as("it may vote at once").isTrue();
        assertThat(probes.get(0).ask(new Acquire(BERTS, LONG, 0))).isInstanceOf(Denied.class);
    }

    /** The control: the crash is one that loses what was not waited for. */
    @Test
    void a_vote_that_was_not_waited_for_would_be_lost() throws Exception {
        assertThat(survivesACrash(BrokenSchema.COMMITS_ARE_NOT_WAITED_FOR)).isFalse();
    }

    @Test
    void a_standby_has_no_vote_and_when_it_is_promoted_it_is_another_history() throws Exception {
        TestServer primary = start("primary", template);
        NodeProbe before = open(source(primary)).admitted(1);
        String run = before.facts().runId();
        granted(before, ANNAS);
        stop(primary);
        Files.createFile(primary.data().resolve("standby.signal"));
        TestServer standby = start(primary.data());
        NodeProbe probe = open(source(standby));

        assertThat(probe.facts().objections()).containsExactly("it is a standby; only a primary may be a node");
        Failed failed = probe.ask(Failed.class, new Acquire(BERTS, LONG, 0));
        assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        assertThat(failed.detail()).contains("it is read-only");

        TestServer.text(source(standby), "SELECT pg_promote()");
        probe.ask(new ReadFacts());

        await().until(() -> probe.facts().objections().isEmpty());
        NodeFacts promoted = probe.facts();
        assertThat(promoted.isAdmitted())
                .as("it may lack what the primary gave last")
                .isFalse();
        assertThat(promoted.promoted()).isTrue();
        assertThat(promoted.admission()).isPresent();
        assertThat(promoted.runId()).isNotEqualTo(run);
    }

    /** What a client sees of a server whose disk was set back to an earlier image, after it gave another token. */
    private NodeFacts afterSettingBack(BrokenSchema schema) throws Exception {
        TestServer server = start("primary", template);
        schema.install(source(server));
        NodeProbe witness = open(source(server)).admitted(1);
        server.stop();
        Folders.copy(server.data(), folder.resolve("image"));
        server.start();
        granted(witness, ANNAS);
        stop(server);
        witness.awaitDisconnection();
        Folders.delete(server.data());
        TestServer setBack = TestServer.startAt(server.port(), folder.resolve("image"), DURABLE);
        running.add(setBack);
        return witness.facts();
    }

    @Test
    void a_server_that_was_set_back_is_noticed_by_a_client_that_has_seen_more_and_then_by_all() throws Exception {
        NodeFacts seen = afterSettingBack(BrokenSchema.NONE);

        assertThat(seen.admission()).isPresent();
        assertThat(seen.isAdmitted()).isFalse();
        assertThat(open(source(running.get(0))).facts().isAdmitted()).isFalse();
    }

    /** The control: nothing but the recollection of that client tells. */
    @Test
    void a_server_that_was_set_back_would_be_taken_for_what_it_was() throws Exception {
        assertThat(afterSettingBack(BrokenSchema.SET_BACK_IS_NOT_LOOKED_FOR).isAdmitted())
                .isTrue();
    }

    @Test
    void tables_that_were_made_anew_are_another_history() throws Exception {
        PGSimpleDataSource source = BrokenSchema.NONE.install(TestServer.shared());
        String before = open(source).admitted(1).facts().runId();

        TestServer.execute(source, "DROP SCHEMA redlock CASCADE");
        PostgresSchema.create(source);

        assertThat(open(source).facts().runId()).isNotEqualTo(before);
    }
}
