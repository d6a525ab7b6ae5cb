package dev.redlock.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockOptions;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.fencing.FenceListener;
import dev.redlock.spring.DistributedLockAutoConfiguration;
import dev.redlock.spring.Properties;
import dev.redlock.spring.RedlockAutoConfiguration;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What happens is counted, under names that are few. */
@RedisNodes(3)
class RedlockMetricsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Configuration(proxyBeanMethods = false)
    static class App {
        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observations(MeterRegistry registry) {
            ObservationRegistry observations = ObservationRegistry.create();
            observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(registry));
            return observations;
        }

        @Bean
        Stock stock() {
            return new Stock();
        }
    }

    static class Stock {
        @DistributedLock("stock:{productId}")
        public void reserve(String productId) {}
    }

    private ApplicationContextRunner application(RedisNodeSet nodes) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RedlockAutoConfiguration.class,
                        DistributedLockAutoConfiguration.class,
                        RedlockMetricsAutoConfiguration.class))
                .withUserConfiguration(App.class)
                .withPropertyValues("redlock.nodes=" + String.join(",", nodes.uris()))
                .withInitializer(Properties.of(Map.of("redlock.policies.[payout:*].ttl", "20s")));
    }

    @Test
    void locks_are_counted_by_template_by_policy_or_as_others(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Redlock redlock = context.getBean(Redlock.class);

            context.getBean(Stock.class).reserve("p1");
            context.getBean(Stock.class).reserve("p2");
            redlock.acquire("payout:1").release();
            redlock.acquire("something").release();

            assertThat(wait(registry, "stock:{productId}", "acquired").count()).isEqualTo(2);
            assertThat(wait(registry, "payout:*", "acquired").count()).isEqualTo(1);
            assertThat(wait(registry, "other", "acquired").count()).isEqualTo(1);
            assertThat(registry.get("redlock.acquire")
                            .tags("lock", "stock:{productId}", "path", "fast")
                            .timer()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get("redlock.hold")
                            .tags("lock", "payout:*", "result", "released")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("redlock.lock")
                            .tag("lock", "stock:{productId}")
                            .timer()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.getMeters())
                    .flatExtracting(meter -> meter.getId().getTags())
                    .noneMatch(tag -> tag.getValue().equals("stock:p1")
                            || tag.getValue().equals("payout:1")
                            || tag.getValue().equals("something"));
        });
    }

    @Test
    void times_are_those_that_passed(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Redlock redlock = context.getBean(Redlock.class);
            Lease held = redlock.acquire("payout:1");
            await().during(Duration.ofMillis(200)).until(held::isValid);

            assertThatExceptionOfType(LockHeldException.class)
                    .isThrownBy(() -> redlock.acquire(
                            "payout:1", LockOptions.defaults().withWaitTimeout(Duration.ofMillis(150))));
            held.release();

            assertThat(wait(registry, "payout:*", "held").count()).isEqualTo(1);
            assertThat(wait(registry, "payout:*", "held").totalTime(TimeUnit.MILLISECONDS))
                    .isBetween(150.0, 2_000.0);
            assertThat(registry.get("redlock.hold").timer().totalTime(TimeUnit.MILLISECONDS))
                    .isBetween(350.0, 5_000.0);
            assertThat(registry.get("redlock.contended")
                            .tag("lock", "payout:*")
                            .counter()
                            .count())
                    .isPositive();
        });
    }

    @Test
    void renewals_and_losses_are_counted(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Redlock redlock = context.getBean(Redlock.class);
            LockOptions brief = LockOptions.defaults().withTtl(Duration.ofMillis(300));

            Lease renewed = redlock.acquire("a", brief.withRenewal(true));
            await().atMost(PATIENCE).until(() -> count(registry, "redlock.renewals") >= 2);
            renewed.release();
            Lease lost = redlock.acquire("b", brief);
            lost.onLost(reason -> {});
            await().atMost(PATIENCE).until(() -> registry.find("redlock.lost").counter() != null);

            assertThat(registry.get("redlock.lost")
                            .tags("lock", "other", "reason", "expired")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(lost.isValid()).isFalse();
        });
    }

    @Test
    void nodes_are_counted_by_state_and_a_missing_quorum_as_unavailable(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(inState(registry, "votes")).isEqualTo(3);
            assertThat(registry.get("redlock.quorum").gauge().value()).isEqualTo(2);

            nodes.node(0).restartEmpty();
            await().atMost(PATIENCE).until(() -> inState(registry, "quarantined") == 1);
            nodes.node(1).kill();
            await().atMost(PATIENCE).until(() -> inState(registry, "down") == 1);

            assertThat(inState(registry, "votes")).isEqualTo(1);
            assertThatExceptionOfType(QuorumUnavailableException.class)
                    .isThrownBy(() -> context.getBean(Redlock.class)
                            .acquire("payout:1", LockOptions.defaults().withWaitTimeout(Duration.ZERO)));
            assertThat(wait(registry, "payout:*", "unavailable").count()).isEqualTo(1);
        });
    }

    @Test
    void refusals_of_fences_are_counted(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            context.getBean(FenceListener.class).onRefused("payout:9", new FencingToken(1), new FencingToken(2));

            assertThat(context.getBean(MeterRegistry.class)
                            .get("redlock.fence.refused")
                            .tag("lock", "payout:*")
                            .counter()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Test
    void without_a_registry_or_without_micrometer_there_are_no_metrics(RedisNodeSet nodes) {
        ApplicationContextRunner plain = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockMetricsAutoConfiguration.class))
                .withPropertyValues("redlock.nodes=" + String.join(",", nodes.uris()));

        plain.run(context -> assertThat(context).hasSingleBean(Redlock.class).doesNotHaveBean(RedlockMetrics.class));
        plain.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context).hasSingleBean(Redlock.class).doesNotHaveBean(RedlockMetrics.class));
    }

    private static Timer wait(MeterRegistry registry, String lock, String outcome) {
        return registry.get("redlock.wait")
                .tags("lock", lock, "outcome", outcome)
                .timer();
    }

    private static double inState(MeterRegistry registry, String state) {
        return registry.get("redlock.nodes").tag("state", state).gauge().value();
    }

    private static double count(MeterRegistry registry, String name) {
        var counter = registry.find(name).counter();
        return counter == null ? 0 : counter.count();
    }
}
