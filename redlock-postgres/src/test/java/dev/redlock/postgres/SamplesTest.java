package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page about PostgreSQL shows. */
class SamplesTest {
    private DataSource dataSource;

    @BeforeEach
    void newDatabase() throws SQLException {
        dataSource = BrokenSchema.NONE.install(TestServer.shared());
    }

    @Test
    void a_database_alone() {
        // sample
        Redlock redlock = Redlock.builder().node(PostgresNode.on(dataSource)).connect();
        // end
        assertThat(redlock.tryAcquire("a")).isPresent();
        redlock.close();
    }

    @Test
    @RedisNodes(2)
    void a_database_beside_redis(RedisNodeSet nodes) {
        String n1 = nodes.node(0).uri();
        String n2 = nodes.node(1).uri();
        // sample
        Redlock redlock = Redlock.builder()
                .nodes(n1, n2) // such as redis://n1:6379
                .node(PostgresNode.on(dataSource).named("orders-db"))
                .connect();
        // end
        assertThat(redlock.tryAcquire("a")).isPresent();
        redlock.close();
    }
}
