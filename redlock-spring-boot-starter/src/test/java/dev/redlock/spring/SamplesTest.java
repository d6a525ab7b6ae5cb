package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Redlock;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.Locked;
import dev.redlock.annotation.OnHeld;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Scheduled;

/** What the page about Spring shows. */
class SamplesTest {

    record Receipt(String productId, String optionId, FencingToken token) {}

    static class Stock {
        // sample
        @DistributedLock("stock:{productId}:{optionId}")
        public Receipt reserve(String productId, String optionId, FencingToken token) {
            // …
            return new Receipt(productId, optionId, token); // hidden
        }
        // end

        // sample
        @Scheduled(cron = "0 0 3 * * *")
        @DistributedLock(value = "nightly-report", onHeld = OnHeld.SKIP, holdAtLeast = "10s")
        public void report() {
            // …
            assertThat(CurrentLease.get()).isPresent(); // hidden
        }
        // end
    }

    interface Payouts {
        @DistributedLock("payout:{id}")
        String pay(String id);
    }

    record JdbcPayouts(DataSource dataSource) implements Payouts {
        @Override
        public String pay(String id) {
            return id + " with " + CurrentLease.token();
        }
    }

    @Test
    void methods_of_beans() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RedlockAutoConfiguration.class, DistributedLockAutoConfiguration.class))
                .withBean(Redlock.class, Redlock::inMemory)
                .withBean(Stock.class, Stock::new)
                .run(context -> {
                    Stock stock = context.getBean(Stock.class);
                    stock.report();
                    Receipt receipt = stock.reserve("p", "o", new FencingToken(1));
                    assertThat(receipt.token().value()).isGreaterThan(1);
                });
    }

    @Test
    void without_spring() {
        DataSource dataSource = new JdbcDataSource();
        try (Redlock redlock = Redlock.inMemory()) {
            // sample
            Payouts payouts = Locked.proxy(Payouts.class, new JdbcPayouts(dataSource), redlock);
            // end
            assertThat(payouts.pay("42")).startsWith("42 with ");
        }
    }
}
