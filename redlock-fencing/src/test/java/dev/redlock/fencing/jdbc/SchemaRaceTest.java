package dev.redlock.fencing.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Instances of a service that start at the same moment all create the tables. */
@ResourceLock(TestDatabase.SHARED)
class SchemaRaceTest {
    private static final int INSTANCES = 6;
    private static final int ROUNDS = 20;

    private final DataSource source = TestDatabase.POSTGRESQL.dataSource();

    @Test
    void all_instances_start_when_they_start_together() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(failures(
                            "race_" + round,
                            table -> JdbcFence.on(source).withTable(table).createTable()))
                    .isEmpty();
        }
    }

    /** What the test above would see if instances did not take turns. */
    @Test
    void creating_a_table_unless_it_exists_is_not_enough() throws Exception {
        List<Throwable> seen = new ArrayList<>();
        for (int round = 0; round < 50 * ROUNDS && seen.isEmpty(); round++) {
            seen.addAll(failures("control_" + round, this::createWithoutTurns));
        }
        assertThat(seen).isNotEmpty();
    }

    private void createWithoutTurns(String table) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + table + " (id BIGINT PRIMARY KEY)");
        }
    }

    private interface Creation {
        void create(String table) throws SQLException;
    }

    private static List<Throwable> failures(String table, Creation creation) throws InterruptedException {
        ExecutorService instances = Executors.newFixedThreadPool(INSTANCES);
        try {
            CyclicBarrier start = new CyclicBarrier(INSTANCES);
            List<Future<?>> all = new ArrayList<>();
            for (int instance = 0; instance < INSTANCES; instance++) {
                all.add(instances.submit(() -> {
                    start.await();
                    creation.create(table);
                    return true;
                }));
            }
            List<Throwable> failures = new ArrayList<>();
            for (Future<?> one : all) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    failures.add(e.getCause());
                }
            }
            return failures;
        } finally {
            instances.shutdownNow();
        }
    }
}
