package dev.redlock.examples.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.examples.unfenced.UnfencedPayouts;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two instances, real nodes, a real database: one node dies and one instance is stopped for longer than its leases, in the
 * middle of a thousand payouts that are all sent twice.
 */
@RedisNodes(3)
class ExactlyOnceTest {
    private static final Logger LOG = LoggerFactory.getLogger(ExactlyOnceTest.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration TTL = Duration.ofMillis(1500);
    private static final Duration STANDSTILL = Duration.ofSeconds(4);

    private record Run(List<String> violations, Clients clients, long providerCalls) {}

    @Test
    void a_thousand_payouts_happen_once_each(RedisNodeSet nodes, @TempDir Path folder) throws Exception {
        Run run = run(PayoutServiceApplication.class, 1000, nodes, folder);

        LOG.info("1000 payouts, each sent twice: {}", run.clients().summary());
        assertThat(run.clients().failures()).isEmpty();
        assertThat(run.clients().timeouts())
                .as("the stopped instance was noticed")
                .isPositive();
        assertThat(run.violations()).isEmpty();
        assertThat(run.clients().count(200)).as("repeated requests").isGreaterThanOrEqualTo(900);
        assertThat(run.providerCalls()).as("messages that reached the provider").isEqualTo(1000);
    }

    /** The control: without the fence, the same check sees money paid twice. */
    @Test
    void without_the_fence_the_stopped_instance_pays_again(RedisNodeSet nodes, @TempDir Path folder) throws Exception {
        Run run = run(UnfencedPayouts.class, 200, nodes, folder);

        LOG.info("Without the fence: {}; {}", run.clients().summary(), run.violations());
        assertThat(run.violations()).anyMatch(text -> text.endsWith("was paid 2 times"));
    }

    private static Run run(Class<?> main, int deals, RedisNodeSet nodes, Path folder) throws Exception {
        String[] arguments = {
            "--redlock.nodes=" + String.join(",", nodes.uris()),
            "--redlock.max-ttl=10s",
            "--redlock.default-ttl=" + TTL.toMillis() + "ms",
            "--redlock.policies.[payout:*].ttl=" + TTL.toMillis() + "ms",
            "--redlock.policies.[payout:*].wait-timeout=1s",
            "--redlock.policies.[refund:*].ttl=5s",
            "--redlock.policies.[outbox-poller].ttl=2s",
            "--redlock.policies.[reconciliation].ttl=5s",
            "--spring.datasource.hikari.maximum-pool-size=20",
        };
        try (Bank bank = Bank.start();
                AppProcess first = start(main, bank, folder, arguments);
                AppProcess second = start(main, bank, folder, arguments)) {
            first.ready();
            second.ready();
            bank.open(deals);
            Clients clients = new Clients(List.of(first, second), PATIENCE);
            CountDownLatch ended = clients.start(deals);

            await().until(() -> clients.done() > deals / 5);
            nodes.node(2).kill();
            await().until(() -> clients.done() > deals / 2);
            second.freeze();
            long stoppedAt = System.nanoTime();
            await().pollDelay(STANDSTILL)
                    .atMost(STANDSTILL.plusSeconds(5))
                    .until(() -> System.nanoTime() - stoppedAt > STANDSTILL.toNanos());
            second.thaw();

            assertThat(ended.await(60, TimeUnit.SECONDS))
                    .as("all requests are answered")
                    .isTrue();
            if (main == PayoutServiceApplication.class) {
                await().atMost(Duration.ofSeconds(15)).until(() -> bank.count("redlock_outbox") == 0);
                return new Run(bank.violations(deals), clients, bank.count("provider_call"));
            }
            // What was stopped in the middle goes on when nobody waits for it any more.
            await().atMost(Duration.ofSeconds(15))
                    .until(() -> !bank.violations(deals).isEmpty());
            return new Run(bank.violations(deals), clients, 0);
        }
    }

    private static AppProcess start(Class<?> main, Bank bank, Path folder, String... arguments) throws Exception {
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--spring.datasource.url=" + bank.url();
        return AppProcess.start(main, folder, all);
    }
}
