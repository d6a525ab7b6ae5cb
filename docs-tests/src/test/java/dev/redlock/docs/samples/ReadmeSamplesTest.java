package dev.redlock.docs.samples;

import static dev.redlock.docs.samples.Nodes.nodesOfAUser;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.AcquireResult;
import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.LockStatus;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.jdbc.FencingSchema;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** What the README shows, against real nodes. */
@RedisNodes(3)
class ReadmeSamplesTest {

    record Receipt(int payout, FencingToken token) {}

    static final class Bank {
        Receipt pay(int payout, FencingToken token) {
            assertThat(payout).isEqualTo(42);
            return new Receipt(payout, token);
        }
    }

    @Test
    void the_first_lock(RedisNodeSet nodes) {
        Bank bank = new Bank();
        // sample
        try (Redlock redlock = Redlock.connect(nodesOfAUser(nodes))) {
            Receipt receipt = redlock.withLock("payout:42", lease -> bank.pay(42, lease.token()));
            assertThat(receipt.token().value()).isPositive(); // hidden
        }
        // end
    }

    @Test
    void the_rest_of_the_api(RedisNodeSet nodes) throws Exception {
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            redlock.acquire("payout:42");
            // sample
            Optional<Lease> lease = redlock.tryAcquire("report:daily"); // once, without waiting
            Lease both = redlock.acquire(List.of("balance:1", "balance:2")); // all or nothing, one token, no deadlock
            CompletableFuture<AcquireResult> later = redlock.acquireAsync("x"); // cancel() gives up and cleans up
            Lock lock = redlock.asLock("legacy"); // java.util.concurrent, reentrant
            LockStatus status = redlock.inspect("payout:42"); // who holds it, node by node
            // end
            assertThat(lease).isPresent();
            assertThat(both.token().value()).isPositive();
            assertThat(later.get(5, TimeUnit.SECONDS)).isInstanceOf(AcquireResult.Granted.class);
            assertThat(lock.tryLock()).isTrue();
            assertThat(status.holder()).isPresent();
        }
    }

    @Test
    void times_by_name(RedisNodeSet nodes) {
        RedlockListener metrics = new RedlockListener() {};
        // sample
        Redlock redlock = Redlock.builder()
                .nodes(nodesOfAUser(nodes))
                .policy("payout:*", LockOptions.defaults().withTtl(Duration.ofSeconds(60)))
                .policy(
                        "reconciliation",
                        LockOptions.defaults().withTtl(Duration.ofSeconds(60)).withRenewal(true))
                .listener(metrics)
                .connect();
        // end
        try (redlock) {
            assertThat(redlock.optionsFor("payout:1").ttl()).isEqualTo(Duration.ofSeconds(60));
            assertThat(redlock.optionsFor("payout:1").renewal()).isFalse();
            assertThat(redlock.optionsFor("reconciliation").renewal()).isTrue();
        }
    }

    @Test
    void the_other_half(RedisNodeSet nodes) throws Exception {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Database database = new Database()) {
            FencingSchema.create(database.dataSource());
            GuardedOperations operations = GuardedOperations.on(redlock, database.dataSource());
            String requestBody = "{\"amount\": 100}";
            // sample
            Outcome<String> outcome =
                    operations.run("payout", "42", requestBody, tx -> pay(tx.connection(), tx.token()));
            // end
            assertThat(outcome).isInstanceOf(Outcome.Done.class);
        }
    }

    private static String pay(Connection connection, FencingToken token) throws Exception {
        assertThat(connection.getAutoCommit()).isFalse();
        assertThat(token.value()).isPositive();
        return "paid";
    }
}
