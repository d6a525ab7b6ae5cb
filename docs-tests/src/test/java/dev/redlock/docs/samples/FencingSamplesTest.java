package dev.redlock.docs.samples;

import static dev.redlock.docs.samples.Nodes.nodesOfAUser;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.fencing.EscrowPolicies;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.JdbcOutbox;
import dev.redlock.fencing.guard.OutboxMessage;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.jdbc.FencingSchema;
import dev.redlock.fencing.jdbc.JdbcFence;
import dev.redlock.fencing.redis.RedisFence;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page about fencing shows, against real nodes. */
@RedisNodes(3)
class FencingSamplesTest {
    private final Database database = new Database();
    private final DataSource dataSource = database.dataSource();

    @BeforeEach
    void createTables() throws SQLException {
        database.execute("CREATE TABLE deal (id INT PRIMARY KEY, state VARCHAR(10))");
        database.execute("INSERT INTO deal VALUES (7, 'OPEN')");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void the_whole_of_it_and_the_outbox(RedisNodeSet nodes) throws Exception {
        String payoutId = "42";
        String requestBody = "{\"deal\": 7, \"amount\": 10000}";
        int dealId = 7;
        // sample
        Redlock redlock = EscrowPolicies.applyTo(Redlock.builder().nodes(nodesOfAUser(nodes)))
                .connect();
        FencingSchema.create(dataSource); // or take the files, see below
        GuardedOperations operations = GuardedOperations.on(redlock, dataSource);

        Outcome<String> outcome = operations.run("payout", payoutId, requestBody, tx -> {
            execute(tx.connection(), "UPDATE deal SET state = 'PAID' WHERE id = ?", dealId);
            tx.recordPayout(payoutId, 10_000); // refunds can never be more than this
            tx.outbox("payouts", payoutId); // sent only if this commits
            return "paid";
        });
        // end
        redlock.close();
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        Provider provider = new Provider();
        JdbcOutbox outbox = new JdbcOutbox();
        try (Connection connection = dataSource.getConnection()) {
            // sample
            connection.setAutoCommit(false);
            for (OutboxMessage message : outbox.poll(connection, 100)) { // others skip these, nobody waits
                provider.pay(message.payload(), "outbox-" + message.id()); // at least once: so with a key
                outbox.acknowledge(connection, message);
            }
            connection.commit();
            // end
            assertThat(outbox.poll(connection, 100)).isEmpty();
        }
        assertThat(provider.paid).containsExactly("42");
    }

    @Test
    void a_fence_in_the_database(RedisNodeSet nodes) throws Exception {
        FencingSchema.create(dataSource);
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Connection connection = dataSource.getConnection()) {
            // sample
            JdbcFence fence = JdbcFence.on(dataSource);
            try (Lease lease = redlock.acquire("deal:7")) {
                fence.mark("deal:7", lease.token());
                // …
                connection.setAutoCommit(false);
                // before the first write; StaleTokenException has both tokens
                fence.check(connection, "deal:7", lease.token());
                // …
                connection.commit();
            }
            // end
            assertThat(fence.newest("deal:7")).isPresent();
        }
    }

    @Test
    void data_in_redis(RedisNodeSet nodes) {
        RedisClient client = RedisClient.create(nodes.uris().get(0));
        try (var connection = client.connect();
                Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease lease = redlock.acquire("balance:7")) {
            // sample
            RedisFence fence = RedisFence.on(connection);
            fence.eval(
                    "balance:7",
                    lease.token(),
                    "return redis.call('INCRBY', KEYS[1], ARGV[1])",
                    ScriptOutputType.INTEGER,
                    List.of("balance:7:amount"),
                    List.of("100"));
            // end
            assertThat(connection.sync().get("balance:7:amount")).isEqualTo("100");
        } finally {
            client.shutdown();
        }
    }

    private static void execute(Connection connection, String sql, int dealId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, dealId);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    private static final class Provider {
        private final List<String> paid = new ArrayList<>();

        private void pay(String payload, String key) {
            assertThat(key).startsWith("outbox-");
            paid.add(payload);
        }
    }
}
