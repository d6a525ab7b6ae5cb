package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.Redlock;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.OnHeld;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** The annotation holds its lock whoever calls: a request, another bean, a scheduler, a plain thread. */
@RedisNodes(3)
class DistributedLockTest {
    private ConfigurableApplicationContext application;
    private Redlock other;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    @EnableScheduling
    static class App {
        @Bean
        Stock stock() {
            return new Stock();
        }

        @Bean
        Shop shop(Stock stock) {
            return new Shop(stock);
        }

        @Bean
        Jobs jobs() {
            return new Jobs();
        }
    }

    record Item(String sku, List<String> options) {}

    /** What the tests call. No interface: the proxy is a class. */
    static class Stock {
        private final CountDownLatch asyncMayEnd = new CountDownLatch(1);

        public void letAsyncEnd() {
            asyncMayEnd.countDown();
        }

        @DistributedLock("stock:{productId}")
        public String reserve(String productId, @Nullable FencingToken token) {
            Lease lease = CurrentLease.get().orElseThrow();
            return lease.name() + " " + lease.token().equals(token) + " "
                    + Thread.currentThread().getName();
        }

        @DistributedLock("item:{item.sku}:#{#item.options[0].toUpperCase()}")
        public String byExpression(Item item) {
            return CurrentLease.get().orElseThrow().name();
        }

        @DistributedLock(value = "${test.prefix}:{id}", ttl = "${test.ttl}", waitTimeout = "0s")
        public Duration byProperty(String id) {
            return CurrentLease.get().orElseThrow().remaining();
        }

        public String itself(String productId) {
            return String.valueOf(CurrentLease.get().isPresent()) + reserveQuietly(productId);
        }

        @DistributedLock("stock:{productId}")
        public String reserveQuietly(String productId) {
            return String.valueOf(CurrentLease.get().isPresent());
        }

        @Async
        @DistributedLock("async")
        public CompletableFuture<String> async() throws InterruptedException {
            asyncMayEnd.await();
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    /** Another bean, and the one that answers requests. */
    @RestController
    record Shop(Stock stock) {
        @GetMapping("/buy/{id}")
        String buy(@PathVariable("id") String id) {
            return stock.reserve(id, null);
        }
    }

    static class Jobs {
        private final List<String> ran = new CopyOnWriteArrayList<>();

        /** A proxy has fields of its own. */
        public List<String> ran() {
            return ran;
        }

        @Scheduled(fixedDelay = 50)
        @DistributedLock(value = "tick", onHeld = OnHeld.SKIP)
        public void tick() {
            ran.add(CurrentLease.get().orElseThrow().name() + " on "
                    + Thread.currentThread().getName());
        }
    }

    @BeforeEach
    void start(RedisNodeSet nodes) {
        application = new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.SERVLET)
                .properties("server.port=0", "test.prefix=from-property", "test.ttl=7s", "spring.main.banner-mode=off")
                .run("--redlock.nodes=" + String.join(",", nodes.uris()));
        other = Redlock.connect(nodes.uriArray());
    }

    @AfterEach
    void stop() {
        application.close();
        other.close();
    }

    @Test
    void from_a_request() {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");

        String answer = RestClient.create("http://127.0.0.1:" + port)
                .get()
                .uri("/buy/p1")
                .retrieve()
                .body(String.class);

        assertThat(answer).startsWith("stock:p1 true http-nio");
        assertThat(other.tryAcquire("stock:p1")).isPresent();
    }

    @Test
    void from_another_bean() {
        assertThat(application.getBean(Shop.class).buy("p2")).startsWith("stock:p2 true main");
    }

    @Test
    void from_a_plain_thread() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> answer.complete(application.getBean(Stock.class).reserve("p3", null)), "plain");
        thread.start();

        assertThat(answer.get()).isEqualTo("stock:p3 true plain");
        thread.join();
    }

    @Test
    void from_the_scheduler_which_skips_while_somebody_else_has_it() {
        Jobs jobs = application.getBean(Jobs.class);
        await().until(() -> !jobs.ran().isEmpty());
        assertThat(jobs.ran().get(0)).startsWith("tick on scheduling-");

        try (Lease held = other.acquire("tick")) {
            int before = jobs.ran().size();
            await().during(Duration.ofMillis(300)).until(() -> jobs.ran().size() == before && held.isValid());
        }
        int before = jobs.ran().size();
        await().until(() -> jobs.ran().size() > before);
    }

    @Test
    void an_asynchronous_method_is_locked_on_its_own_thread_until_it_is_done() throws Exception {
        Stock stock = application.getBean(Stock.class);
        CompletableFuture<String> answer = stock.async();
        await().until(() -> other.inspect("async").holder().isPresent());

        assertThat(other.tryAcquire("async")).isEmpty();
        stock.letAsyncEnd();

        assertThat(answer.get()).startsWith("task-");
        await().until(() -> other.tryAcquire("async").isPresent());
    }

    @Test
    void names_come_from_expressions_and_properties() {
        Stock stock = application.getBean(Stock.class);

        assertThat(stock.byExpression(new Item("s1", List.of("red")))).isEqualTo("item:s1:RED");
        assertThat(stock.byProperty("7")).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(7));
        other.acquire("from-property:8");
        assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> stock.byProperty("8"));
    }

    @Test
    void a_call_of_a_bean_to_itself_does_not_pass_the_proxy() {
        assertThat(application.getBean(Stock.class).itself("p4")).isEqualTo("falsefalse");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Misspelt {
        @Bean
        Wrong wrong() {
            return new Wrong();
        }
    }

    static class Wrong {
        @DistributedLock("order:{oderId}")
        public void run(String orderId) {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class MisspeltExpression {
        @Bean
        WrongExpression wrong() {
            return new WrongExpression();
        }
    }

    static class WrongExpression {
        @DistributedLock("order:#{#oder.id}")
        public void run(String orderId) {}
    }

    @Test
    void a_mistake_in_a_name_keeps_the_application_from_starting() {
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> run(Misspelt.class, "--redlock.nodes=redis://127.0.0.1:1"))
                .havingRootCause()
                .withMessageContaining("there is no parameter 'oderId'; the parameters are orderId");
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> run(MisspeltExpression.class, "--redlock.nodes=redis://127.0.0.1:1"))
                .havingRootCause()
                .withMessageContaining("there is no parameter for #oder; the parameters are orderId");
    }

    @Test
    void an_annotation_without_a_lock_keeps_the_application_from_starting() {
        assertThatIllegalStateException()
                .isThrownBy(() -> run(App.class, "--test.prefix=x", "--test.ttl=7s"))
                .withMessageContaining("there is no Redlock for @DistributedLock");
    }

    private static void run(Class<?> configuration, String... arguments) {
        SpringApplication start = new SpringApplication(configuration);
        start.setWebApplicationType(WebApplicationType.NONE);
        start.run(arguments).close();
    }
}
