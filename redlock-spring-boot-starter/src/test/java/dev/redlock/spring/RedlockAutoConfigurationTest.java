package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.OnQuorumLoss;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import dev.redlock.spring.actuate.RedlockActuatorAutoConfiguration;
import dev.redlock.spring.fencing.FenceFilterAutoConfiguration;
import dev.redlock.spring.fencing.RedlockFencingAutoConfiguration;
import dev.redlock.spring.metrics.RedlockMetricsAutoConfiguration;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import io.lettuce.core.LettuceVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One dependency and a line of properties make a lock; everything else is left to the application if it wants it. */
@RedisNodes(3)
class RedlockAutoConfigurationTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RedlockAutoConfiguration.class, DistributedLockAutoConfiguration.class));

    /** By name, as in an application: a class that is not there is not looked at. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        RedlockAutoConfiguration.class,
        DistributedLockAutoConfiguration.class,
        RedlockMetricsAutoConfiguration.class,
        RedlockActuatorAutoConfiguration.class,
        RedlockFencingAutoConfiguration.class,
        FenceFilterAutoConfiguration.class
    })
    static class All {}

    @Configuration(proxyBeanMethods = false)
    static class OwnRedlock {
        @Bean
        Redlock own() {
            return Redlock.inMemory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoListeners {
        static final List<String> HEARD = new CopyOnWriteArrayList<>();

        @Bean
        RedlockListener first() {
            return new RedlockListener() {
                @Override
                public void onNodeUp(String node) {
                    throw new IllegalStateException("a listener of a test");
                }
            };
        }

        @Bean
        RedlockListener second() {
            return new RedlockListener() {
                @Override
                public void onNodeUp(String node) {
                    HEARD.add(node);
                }
            };
        }

        @Bean
        RedlockBuilderCustomizer customizer() {
            return builder -> builder.policy("by-code:*", LockOptions.defaults().withRenewal(true));
        }
    }

    @Test
    void these_tests_run_with_the_client_library_that_spring_boot_brings() {
        assertThat(LettuceVersion.getVersion()).startsWith("7.5.2");
    }

    @Test
    void without_nodes_there_is_no_lock() {
        application.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Redlock.class));
    }

    @Test
    void nodes_are_enough(RedisNodeSet nodes) {
        application.withPropertyValues(inOneLine(nodes)).run(context -> {
            Redlock redlock = context.getBean(Redlock.class);

            LockOptions options = redlock.optionsFor("anything");
            assertThat(options.ttl()).isEqualTo(Duration.ofSeconds(30));
            assertThat(options.waitTimeout()).isEqualTo(Duration.ofSeconds(5));
            assertThat(options.retryInterval()).isEqualTo(Duration.ofMillis(50));
            try (Lease lease = redlock.acquire("a")) {
                assertThat(lease.isValid()).isTrue();
            }
        });
    }

    @Test
    void nodes_may_be_a_list_and_settings_go_by_pattern(RedisNodeSet nodes) {
        application
                .withPropertyValues(
                        "redlock.nodes[0]=" + nodes.uris().get(0),
                        "redlock.nodes[1]=" + nodes.uris().get(1),
                        "redlock.nodes[2]=" + nodes.uris().get(2),
                        "redlock.default-ttl=20s",
                        "redlock.wait-timeout=1s",
                        "redlock.retry-interval=2s",
                        "redlock.max-ttl=5m",
                        "redlock.key-prefix=other",
                        "redlock.policies.[reconciliation].ttl=5m",
                        "redlock.policies.[reconciliation].renew=true",
                        "redlock.policies.[reconciliation].max-hold=30m",
                        "redlock.policies.[reconciliation].wait-timeout=0s",
                        "redlock.policies.[reconciliation].retry-interval=10ms",
                        "redlock.policies.[report].on-quorum-loss=run-unprotected")
                .withInitializer(Properties.of(Map.of("redlock.policies.[payout:*].ttl", "60s")))
                .run(context -> {
                    Redlock redlock = context.getBean(Redlock.class);

                    assertThat(redlock.optionsFor("x").ttl()).isEqualTo(Duration.ofSeconds(20));
                    assertThat(redlock.optionsFor("x").longestRetryInterval()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(redlock.optionsFor("payout:7").ttl()).isEqualTo(Duration.ofSeconds(60));
                    assertThat(redlock.optionsFor("payout:7").waitTimeout()).isEqualTo(Duration.ofSeconds(1));
                    LockOptions reconciliation = redlock.optionsFor("reconciliation");
                    assertThat(reconciliation.renewal()).isTrue();
                    assertThat(reconciliation.maxHold()).isEqualTo(Duration.ofMinutes(30));
                    assertThat(reconciliation.waitTimeout()).isZero();
                    assertThat(reconciliation.retryInterval()).isEqualTo(Duration.ofMillis(10));
                    assertThat(redlock.optionsFor("report").onQuorumLoss()).isEqualTo(OnQuorumLoss.RUN_UNPROTECTED);
                    try (Lease lease = redlock.acquire("a")) {
                        assertThat(nodes.node(0).command("EXISTS", "other:" + lease.name()))
                                .isEqualTo("1");
                    }
                });
    }

    @Test
    void a_bean_of_the_application_is_taken_instead(RedisNodeSet nodes) {
        application
                .withUserConfiguration(OwnRedlock.class)
                .withPropertyValues(inOneLine(nodes))
                .run(context -> assertThat(context).hasSingleBean(Redlock.class).hasBean("own"));
    }

    @Test
    void all_listeners_are_told_and_the_builder_can_be_changed(RedisNodeSet nodes) {
        application
                .withUserConfiguration(TwoListeners.class)
                .withPropertyValues(inOneLine(nodes))
                .run(context -> {
                    assertThat(TwoListeners.HEARD).hasSize(3);
                    assertThat(context.getBean(Redlock.class)
                                    .optionsFor("by-code:1")
                                    .renewal())
                            .isTrue();
                });
    }

    @Test
    void what_makes_no_sense_is_told_with_the_property(RedisNodeSet nodes) {
        application
                .withPropertyValues(inOneLine(nodes), "redlock.policies.[payout].ttl=1ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redlock.policies.[payout]: ttl must be at least"));
        application
                .withPropertyValues(inOneLine(nodes), "redlock.default-ttl=2m")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("longer than maxTtl"));
    }

    @Test
    void credentials_for_all_nodes_are_used_and_never_shown(RedisNodeSet nodes) {
        nodes.forEach(node -> node.command("CONFIG", "SET", "requirepass", "s3cret/@#"));
        try {
            application
                    .withPropertyValues(inOneLine(nodes), "redlock.password=s3cret/@#")
                    .run(context -> assertThat(context.getBean(Redlock.class).tryAcquire("a"))
                            .isPresent());
            application
                    .withPropertyValues(inOneLine(nodes), "redlock.password=s3cret-wrong")
                    .run(context -> assertThat(
                                    context.getBean(Redlock.class).nodes().toString())
                            .doesNotContain("s3cret"));
        } finally {
            nodes.forEach(node -> {
                try (var socket = new java.net.Socket(node.host(), node.port())) {
                    socket.getOutputStream()
                            .write("AUTH s3cret/@#\r\nCONFIG SET requirepass \"\"\r\n"
                                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                    assertThat(socket.getInputStream().readNBytes(10))
                            .asString()
                            .isEqualTo("+OK\r\n+OK\r\n");
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
        }
    }

    @Test
    void the_end_of_the_application_releases_what_it_holds(RedisNodeSet nodes) {
        application.withPropertyValues(inOneLine(nodes)).run(context -> {
            context.getBean(Redlock.class).acquire("a");
            context.close();
        });

        try (Redlock other = Redlock.connect(nodes.uriArray())) {
            assertThat(other.tryAcquire("a")).isPresent();
        }
    }

    @Test
    void it_works_without_all_that_is_optional(RedisNodeSet nodes) {
        new ApplicationContextRunner()
                .withUserConfiguration(All.class)
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "io.micrometer.core",
                        "org.springframework.transaction",
                        "org.springframework.jdbc",
                        "org.springframework.web",
                        "jakarta.servlet",
                        "org.aspectj",
                        "reactor.core"))
                .withPropertyValues(inOneLine(nodes))
                .run(context ->
                        assertThat(context.getBean(Redlock.class).quorum()).isEqualTo(2));
    }

    private static String inOneLine(RedisNodeSet nodes) {
        return "redlock.nodes=" + String.join(",", nodes.uris());
    }
}
