package dev.redlock.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.fencing.FenceListener;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.testkit.InMemoryCluster;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every metric that the dashboard in docs asks for is there, under that name, with those tags. */
class DashboardTest {
    private static final Pattern METRIC = Pattern.compile("\\bredlock_[a-z_]+");
    private static final Pattern GROUPED = Pattern.compile("by \\(([a-z, ]+)\\)");

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
        @Bean
        PrometheusMeterRegistry prometheus() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }

        @Bean
        Redlock redlock(RedlockMetrics metrics) {
            // In memory, with the metrics as an application with nodes has them.
            return InMemoryCluster.of(3).connect(Redlock.builder().listener(metrics));
        }

        @Bean
        Stock stock() {
            return new Stock();
        }
    }

    static class Stock {
        @DistributedLock("stock:{id}")
        public void reserve(String id) {}
    }

    @Test
    void all_of_its_metrics_exist_with_their_tags() throws IOException {
        String dashboard = Files.readString(Path.of("..", "docs", "grafana", "redlock.json"));
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:dashboard",
                        "redlock.fencing.schema=create",
                        "spring.main.banner-mode=off")
                .run()) {
            makeEverythingHappen(application);
            String scraped = application.getBean(PrometheusMeterRegistry.class).scrape();

            Set<String> asked = all(METRIC, dashboard);
            assertThat(asked).hasSizeGreaterThan(12);
            assertThat(asked).allSatisfy(metric -> assertThat(scraped).containsPattern("(?m)^" + metric + "[ {]"));
            for (String expression : all(Pattern.compile("\"expr\": \"(.*)\""), dashboard)) {
                String metric = all(METRIC, expression).iterator().next();
                Matcher grouped = GROUPED.matcher(expression);
                while (grouped.find()) {
                    for (String tag : grouped.group(1).replace(" ", "").split(",", -1)) {
                        assertThat(scraped).containsPattern("(?m)^" + metric + "\\{[^}]*\\b" + tag + "=");
                    }
                }
            }
        }
    }

    private static void makeEverythingHappen(ConfigurableApplicationContext application) {
        RedlockMetrics metrics = application.getBean(RedlockMetrics.class);
        Redlock redlock = application.getBean(Redlock.class);
        application.getBean(Stock.class).reserve("1");
        application.getBean(GuardedOperations.class).run("payout", "1", "body", tx -> "paid");
        application.getBean(FenceListener.class).onRefused("a", new FencingToken(1), new FencingToken(2));
        try (Lease lease = redlock.acquire("a")) {
            redlock.tryAcquire("a", LockOptions.defaults().withWaitTimeout(Duration.ofMillis(50)));
            metrics.onRenewed(lease.names(), lease.token(), lease.remaining());
            metrics.onLost(lease.names(), lease.token(), LossReason.EXPIRED);
        }
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
