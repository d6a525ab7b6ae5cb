package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Rotated;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.node.NodeRequest.Rotate;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What a reader of the database sees, and what becomes of rows that are of no use any more. */
class RowsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private PGSimpleDataSource source;

    @BeforeEach
    void newDatabase() throws SQLException {
        source = BrokenSchema.NONE.install(TestServer.shared());
    }

    private String text(String sql) throws SQLException {
        return TestServer.text(source, sql);
    }

    @Test
    void who_holds_a_lock_can_be_asked_with_sql() throws SQLException {
        LockOptions options =
                LockOptions.defaults().withOwner("payer-1").withMetadata(Map.of("deal", "42", "note", "a=b"));
        try (Redlock redlock = Redlock.builder().node(PostgresNode.on(source)).connect();
                Lease lease = redlock.acquire("payout:42", options)) {
            String row = "SELECT concat_ws('|', name, owner, metadata ->> 'deal', metadata ->> 'note', token,"
                    + " expires_at > now()) FROM redlock.locks";

            assertThat(text(row)).isEqualTo("payout:42|payer-1|42|a=b|" + lease.token() + "|t");
            assertThat(redlock.inspect("payout:42").toString()).contains("payer-1", "deal", "42");
        }
        assertThat(text("SELECT count(*) FROM redlock.locks")).isEqualTo("0");
    }

    @Test
    void rows_of_votes_that_have_ended_are_dropped_and_tokens_go_on() throws SQLException {
        NodeProbe probe =
                NodeProbe.open(PostgresNode.on(source).create(0, "redlock")).admitted(1);
        List<String> names =
                IntStream.range(0, 300).mapToObj(at -> "name " + at).sorted().toList();
        long token = probe.ask(Granted.class, new Acquire(Claims.of("anna", names), LONG, 0))
                .value();
        probe.ask(new Release(Claims.of("anna", names)));
        probe.ask(new Acquire(Claims.of("bert", "expired"), Duration.ofMillis(20), 0));
        probe.ask(new Acquire(Claims.of("carl", "held"), LONG, 0));
        await().until(() -> probe.ask(Seen.class, new Inspect("expired")).vote().isEmpty());
        assertThat(text("SELECT count(*) FROM redlock.names")).isEqualTo("302");

        assertThat(probe.ask(new Rotate(Duration.ZERO))).isEqualTo(new Rotated(true));

        await().untilAsserted(() -> assertThat(text("SELECT string_agg(name, ',') FROM redlock.names"))
                .isEqualTo("held"));
        assertThat(probe.ask(Granted.class, new Acquire(Claims.of("dora", "name 1"), LONG, 0))
                        .value())
                .isGreaterThan(token);
        probe.close();
    }

    @Test
    void locks_with_different_prefixes_do_not_meet() {
        try (Redlock shop = Redlock.builder()
                        .node(PostgresNode.on(source))
                        .keyPrefix("shop")
                        .connect();
                Redlock bank = Redlock.builder()
                        .node(PostgresNode.on(source))
                        .keyPrefix("bank")
                        .connect();
                Lease ofShop = shop.acquire("a");
                Lease ofBank = bank.acquire("a")) {
            assertThat(ofShop.isValid() && ofBank.isValid()).isTrue();
            assertThat(shop.tryAcquire("a")).isEmpty();
        }
    }
}
