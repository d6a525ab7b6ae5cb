package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.fencing.jdbc.JdbcFence;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** With a database alone, and with two Redis servers beside it: a holder that was overtaken cannot pay. */
@RedisNodes(2)
class FencingTest {
    private final List<String> redis;
    private PGSimpleDataSource database;
    private PGSimpleDataSource ledger;

    FencingTest(RedisNodeSet nodes) {
        redis = nodes.uris();
    }

    @BeforeEach
    void newDatabases() throws SQLException {
        database = BrokenSchema.NONE.install(TestServer.shared());
        ledger = TestServer.shared().fresh("ledger");
        JdbcFence.on(ledger).createTable();
        TestServer.execute(ledger, "CREATE TABLE payout (token bigint)");
    }

    private String[] nodes(boolean besideRedis) {
        List<String> nodes = new ArrayList<>(besideRedis ? redis : List.of());
        nodes.add(Quorums.database(TestServer.shared().port(), "mutant"));
        return nodes.toArray(String[]::new);
    }

    private String payouts() throws SQLException {
        return TestServer.text(ledger, "SELECT count(*) FROM payout");
    }

    /** The holder stands still until its lock has ended and somebody else has paid; returns what becomes of it then. */
    private String payAfterAPause(boolean isFenced, String... nodes) throws Exception {
        Process holder = start(isFenced, nodes);
        try (Redlock redlock = Quorums.connectBriefly(PayingProcess.TTL, nodes);
                BufferedReader output =
                        new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(output.readLine()).isEqualTo("holding");
            signal("STOP", holder);
            try (Lease lease = redlock.acquire("payout:42")) {
                assertThat(PayingProcess.pay(ledger, lease.token(), isFenced)).isEqualTo("paid");
            }
            holder.getOutputStream().write("go on\n".getBytes(StandardCharsets.UTF_8));
            holder.getOutputStream().flush();
            signal("CONT", holder);
            return output.readLine();
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    private static Process start(boolean isFenced, String... nodes) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                PayingProcess.class.getName(),
                Boolean.toString(isFenced),
                Integer.toString(TestServer.shared().port())));
        command.addAll(List.of(nodes));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_holder_that_was_paused_for_too_long_is_refused(boolean besideRedis) throws Exception {
        assertThat(payAfterAPause(true, nodes(besideRedis))).isEqualTo("refused");
        assertThat(payouts()).isEqualTo("1");
    }

    /** The control: the same pause with a lock alone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void without_a_fence_both_pay(boolean besideRedis) throws Exception {
        assertThat(payAfterAPause(false, nodes(besideRedis))).isEqualTo("paid");
        assertThat(payouts()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tokens_never_go_back_whoever_takes_turns_and_whatever_is_dropped(boolean besideRedis) throws Exception {
        List<FencingToken> tokens = new ArrayList<>();
        try (Redlock one = Quorums.connect(nodes(besideRedis));
                Redlock other = Quorums.connect(nodes(besideRedis))) {
            for (int turn = 0; turn < 30; turn++) {
                try (Lease lease = (turn % 2 == 0 ? one : other).acquire("a")) {
                    tokens.add(lease.token());
                }
                if (turn % 5 == 0) {
                    TestServer.text(database, "SELECT redlock.rotate('redlock', 0)");
                    TestServer.text(database, "SELECT redlock.sweep('redlock', 1000)");
                }
            }
        }

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    /** This server does not wait for its disk, so it counts as one that forgets when it restarts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tokens_go_on_when_the_database_comes_back(boolean besideRedis) throws Exception {
        Duration ttl = Duration.ofSeconds(1);
        try (Redlock redlock = Quorums.connectBriefly(ttl, nodes(besideRedis))) {
            FencingToken before = redlock.withLock("a", Lease::token);

            TestServer.shared().stop();
            if (besideRedis) {
                FencingToken meanwhile = redlock.withLock("a", Lease::token);
                assertThat(meanwhile).as("two of three are a quorum").isGreaterThan(before);
            }
            TestServer.shared().start();

            assertThat(redlock.withLock("a", Lease::token)).isGreaterThan(before);
        }
    }
}
