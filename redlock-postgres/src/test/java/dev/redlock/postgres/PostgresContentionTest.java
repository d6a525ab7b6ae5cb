package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.Contention;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Two hundred threads of two processes want one lock: one at a time has it, everybody gets it, nothing is left. */
class PostgresContentionTest {
    private static final Duration TIME = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private String database(BrokenSchema schema) throws SQLException {
        schema.install(TestServer.shared());
        return Quorums.database(TestServer.shared().port(), "mutant");
    }

    private Contention contention() {
        return new Contention(PostgresContender.class, folder);
    }

    @Test
    void with_one_database() throws Exception {
        contention().assertExclusiveAndServed(TIME, List.of(database(BrokenSchema.NONE)));

        assertNothingIsLeft();
    }

    @Test
    @RedisNodes(2)
    void with_two_redis_servers_and_a_database(RedisNodeSet nodes) throws Exception {
        List<String> all = new ArrayList<>(nodes.uris());
        all.add(database(BrokenSchema.NONE));

        contention().assertExclusiveAndServed(TIME, all);

        assertNothingIsLeft();
        nodes.forEach(
                node -> assertThat(node.command("EXISTS", "redlock:contended")).isEqualTo("0"));
    }

    /** The control: a database that does not keep two requests apart lets two threads in. */
    @Test
    void with_a_database_that_does_not_lock_its_rows_they_meet() throws Exception {
        List<String> broken = List.of(database(BrokenSchema.ROWS_ARE_NOT_LOCKED));

        assertThatThrownBy(() -> contention().assertExclusiveAndServed(TIME, broken))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("overlaps");
    }

    private static void assertNothingIsLeft() {
        PGSimpleDataSource source = TestServer.shared().source("mutant");
        await().untilAsserted(() -> {
            assertThat(TestServer.text(source, "SELECT count(*) FROM redlock.locks"))
                    .isEqualTo("0");
            assertThat(TestServer.text(
                            source,
                            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'redlock' AND datname ="
                                    + " 'mutant'"))
                    .isEqualTo("0");
        });
    }
}
