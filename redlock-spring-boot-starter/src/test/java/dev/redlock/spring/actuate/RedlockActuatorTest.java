package dev.redlock.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.spring.RedlockAutoConfiguration;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Health tells early, and operators see who holds what. */
@RedisNodes(3)
class RedlockActuatorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static ApplicationContextRunner application(RedisNodeSet nodes) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockActuatorAutoConfiguration.class))
                .withPropertyValues(
                        "redlock.nodes=" + String.join(",", nodes.uris()),
                        "redlock.owner=billing",
                        "management.endpoints.web.exposure.include=locks");
    }

    @Test
    void it_is_up_then_degraded_then_down(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            RedlockHealthIndicator indicator = context.getBean(RedlockHealthIndicator.class);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

            nodes.node(0).restartEmpty();
            await().atMost(PATIENCE)
                    .until(() -> indicator.health().getDetails().toString().contains("in quarantine"));
            Health degraded = indicator.health();
            assertThat(degraded.getStatus()).isEqualTo(RedlockHealthIndicator.DEGRADED);
            assertThat(degraded.getDetails()).containsEntry("voting", 2L).containsEntry("quorum", 2);

            nodes.node(1).kill();
            await().atMost(PATIENCE).until(() -> indicator.health().getStatus().equals(Status.DOWN));
        });
    }

    @Test
    void locks_can_be_listed_looked_at_and_taken_away(RedisNodeSet nodes) {
        application(nodes).run(context -> {
            LocksEndpoint endpoint = context.getBean(LocksEndpoint.class);
            Lease lease = context.getBean(Redlock.class).acquire("payout:1");

            assertThat(endpoint.locks().locks()).singleElement().satisfies(lock -> {
                assertThat(lock.name()).isEqualTo("payout:1");
                assertThat(lock.owner()).isEqualTo("billing");
                assertThat(lock.token()).isEqualTo(lease.token().value());
                assertThat(lock.nodes()).hasSize(3);
            });
            assertThat(endpoint.lock("payout:2").owner()).isNull();
            assertThat(endpoint.forceRelease("payout:1").owner()).isEqualTo("billing");
            assertThat(endpoint.lock("payout:1").owner()).isNull();
        });
    }

    @Test
    void each_can_be_left_out(RedisNodeSet nodes) {
        application(nodes)
                .withPropertyValues("management.health.redlock.enabled=false")
                .run(context -> assertThat(context)
                        .hasSingleBean(LocksEndpoint.class)
                        .doesNotHaveBean(RedlockHealthIndicator.class));
        application(nodes)
                .withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(LocksEndpoint.class));
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockActuatorAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedlockHealthIndicator.class));
    }
}
