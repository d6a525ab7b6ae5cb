package dev.redlock.spring.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Redlock;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.http.FenceFilter;
import dev.redlock.fencing.jdbc.JdbcFence;
import dev.redlock.spring.RedlockAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** A token goes from the lock of one service to the fence of another. */
class RedlockFencingTest {
    private static final String KEY = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldC0=";

    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    RedlockAutoConfiguration.class,
                    RedlockFencingAutoConfiguration.class))
            .withBean(Redlock.class, Redlock::inMemory)
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:fencing-bare");

    private @Nullable ConfigurableApplicationContext running;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
        @Bean
        Redlock redlock() {
            return Redlock.inMemory();
        }

        @Bean
        Ledger ledger() {
            return new Ledger();
        }

        @Bean
        Caller caller(RestClient.Builder builder, FencedExchangeFilter filter) {
            return new Caller(
                    builder.build(), WebClient.builder().filter(filter).build());
        }
    }

    @RestController
    static class Ledger {
        @GetMapping("/fenced/book")
        String book(HttpServletRequest request) {
            return FenceFilter.callOf(request)
                    .map(call -> call.resource() + " " + call.token())
                    .orElse("none");
        }
    }

    static class Caller {
        private final RestClient client;
        private final WebClient reactive;

        Caller(RestClient client, WebClient reactive) {
            this.client = client;
            this.reactive = reactive;
        }

        @DistributedLock("deal:{id}")
        public String locked(String id, String url) {
            return CurrentLease.token() + "=" + client.get().uri(url).retrieve().body(String.class);
        }

        @DistributedLock("deal:{id}")
        public reactor.core.publisher.Mono<String> lockedReactively(String id, String url) {
            return reactive.get().uri(url).retrieve().bodyToMono(String.class);
        }

        public String free(String url) {
            return String.valueOf(client.get().uri(url).retrieve().body(String.class));
        }
    }

    @AfterEach
    void stop() {
        if (running != null) {
            running.close();
        }
    }

    private String start(String... properties) {
        ConfigurableApplicationContext application = new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "spring.datasource.url=jdbc:h2:mem:fencing-" + System.identityHashCode(this),
                        "redlock.fencing.schema=create",
                        "redlock.fencing.filter-patterns=/fenced/*",
                        "redlock.fencing.signing-key=" + KEY)
                .properties(properties)
                .run();
        running = application;
        return "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port") + "/fenced/book";
    }

    private <T> T bean(Class<T> type) {
        return Objects.requireNonNull(running).getBean(type);
    }

    @Test
    void the_token_of_the_lease_goes_along_and_is_checked() {
        String url = start("redlock.fencing.send-to=127.0.0.1", "redlock.fencing.filter=require");

        String answer = bean(Caller.class).locked("7", url);

        FencingToken token = bean(JdbcFence.class).newest("deal:7").orElseThrow();
        assertThat(answer).isEqualTo(token + "=deal:7 " + token);
    }

    @Test
    void a_holder_that_was_overtaken_is_refused_and_counted() {
        String url = start("redlock.fencing.send-to=127.0.0.1", "redlock.fencing.filter=require");
        Redlock redlock = bean(Redlock.class);
        var stale = redlock.acquire("deal:7");
        redlock.forceRelease("deal:7");
        bean(Caller.class).locked("7", url);

        int status = CurrentLease.within(stale, lease -> {
            try {
                bean(Caller.class).free(url);
                return 200;
            } catch (HttpClientErrorException e) {
                return e.getStatusCode().value();
            }
        });

        assertThat(status).isEqualTo(409);
        assertThat(bean(MeterRegistry.class)
                        .get("redlock.fence.refused")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void a_token_goes_only_where_it_was_allowed_to_go() {
        String url = start("redlock.fencing.send-to=*.example", "redlock.fencing.filter=accept");

        assertThat(bean(Caller.class).locked("7", url)).endsWith("=none");
    }

    @Test
    void without_a_lease_nothing_is_sent_and_nothing_is_let_in_that_must_have_a_token() {
        String url = start("redlock.fencing.send-to=127.0.0.1", "redlock.fencing.filter=require");

        org.assertj.core.api.Assertions.assertThatExceptionOfType(HttpClientErrorException.BadRequest.class)
                .isThrownBy(() -> bean(Caller.class).free(url));
    }

    @Test
    void a_reactive_client_sends_it_too() {
        String url = start("redlock.fencing.filter=require");

        assertThat(bean(Caller.class).lockedReactively("8", url).block()).startsWith("deal:8 ");
    }

    @Test
    void guarded_operations_run_once_and_are_observed() {
        start();
        GuardedOperations operations = bean(GuardedOperations.class);

        Outcome<String> first = operations.run("payout", "1", "body", tx -> "paid");
        Outcome<String> second = operations.run("payout", "1", "body", tx -> "paid again");

        assertThat(first).isInstanceOf(Outcome.Done.class);
        assertThat(second.resultIfDone()).contains("paid");
        MeterRegistry registry = bean(MeterRegistry.class);
        assertThat(registry.get("redlock.guard")
                        .tags("operation", "payout", "outcome", "done")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("redlock.guard")
                        .tag("outcome", "alreadydone")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void tables_that_are_not_there_keep_the_application_from_starting_if_it_asks() {
        bare.withPropertyValues("redlock.fencing.schema=verify")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("redlock_fence"));
    }

    @Test
    void a_key_that_is_none_is_refused_and_not_shown() {
        bare.withPropertyValues("redlock.fencing.signing-key=short-secret")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("openssl rand -base64 32")
                        .hasMessageNotContaining("short-secret"));
    }

    @Test
    void without_a_database_or_a_web_there_is_only_what_needs_neither() {
        bare.run(context ->
                assertThat(context).hasSingleBean(GuardedOperations.class).doesNotHaveBean("redlockFenceFilter"));
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockFencingAutoConfiguration.class))
                .withBean(Redlock.class, Redlock::inMemory)
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.jdbc", "org.springframework.web", "jakarta.servlet", "reactor.core"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(JdbcFence.class));
    }
}
