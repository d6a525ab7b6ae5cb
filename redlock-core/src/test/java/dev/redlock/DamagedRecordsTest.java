package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.TRY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records that we did not write, or that have come to their end, give an error that says so, and never a token. */
@RedisNodes(1)
class DamagedRecordsTest {
    private static final long LARGEST = (1L << 53) - 1;

    @RegisterExtension
    final Clients clients = new Clients();

    @Test
    void tokens_are_exact_up_to_the_largest_that_lua_can_count(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        setRecords(nodes, Long.toString(LARGEST - 2), Long.toString(LARGEST - 2));

        assertThat(take(client)).isEqualTo(LARGEST - 1);
        assertThat(take(client)).isEqualTo(LARGEST);
        assertThat(Votes.counter(nodes.node(0), "a")).isEqualTo(LARGEST);
        assertFails(client, "the tokens of this node are used up");
    }

    @Test
    void a_token_that_is_not_a_number_is_an_error_and_not_a_token(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        setRecords(nodes, "abc", Long.toString(LARGEST / 2));

        assertFails(client, "the token of a is not a number");
    }

    @Test
    void a_token_larger_than_all_that_were_given_replaces_one_that_cannot_be_read(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        long before = take(client);
        setRecords(nodes, "abc", Long.toString(before));

        long token = take(client);

        assertThat(token).isGreaterThan(before);
        assertThat(Votes.counter(nodes.node(0), "a")).isEqualTo(token);
    }

    @Test
    void a_record_that_is_not_a_number_is_an_error_under_a_running_client(RedisNodeSet nodes) {
        Redlock client = clients.connect(nodes, GUARDED);
        nodes.node(0).command("HSET", "redlock.records", ".high", "abc");

        assertFails(client, "the largest token is not a number");
    }

    @Test
    void a_node_whose_records_cannot_be_read_is_refused_at_the_start(RedisNodeSet nodes) {
        clients.connect(nodes, GUARDED).close();
        nodes.node(0).command("HSET", "redlock.records", ".high", "abc");

        assertThatThrownBy(() -> clients.connect(nodes, GUARDED))
                .isInstanceOf(WrongSetupException.class)
                .hasMessageContaining("its records are damaged")
                .hasMessageContaining("abc");
    }

    private static void setRecords(RedisNodeSet nodes, String last, String largest) {
        nodes.node(0).command("HSET", "redlock.records", "a", last, ".high", largest);
    }

    private static long take(Redlock client) {
        try (Lease lease = client.tryAcquire("a", TRY_ONCE).orElseThrow()) {
            return lease.token().value();
        }
    }

    private static void assertFails(Redlock client, String why) {
        assertThatThrownBy(() -> client.tryAcquire("a", TRY_ONCE))
                .isInstanceOf(QuorumUnavailableException.class)
                .hasMessageContaining(why);
    }
}
