package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.Test;

/** The sample of the README, against real nodes. */
@RedisNodes(5)
class ReadmeSampleTest {

    record Receipt(int payout, FencingToken token) {}

    static final class Bank {
        Receipt pay(int payout, FencingToken token) {
            return new Receipt(payout, token);
        }
    }

    @Test
    void the_sample_of_the_readme_runs(RedisNodeSet nodes) {
        Bank bank = new Bank();
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            Receipt receipt = redlock.withLock("payout:42", lease -> bank.pay(42, lease.token()));

            assertThat(receipt.payout()).isEqualTo(42);
            assertThat(receipt.token().value()).isPositive();
            Receipt second = redlock.withLock("payout:42", lease -> bank.pay(42, lease.token()));
            assertThat(second.token()).isGreaterThan(receipt.token());
        }
    }
}
