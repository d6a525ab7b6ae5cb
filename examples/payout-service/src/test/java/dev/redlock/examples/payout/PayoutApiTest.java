package dev.redlock.examples.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.Lease;
import dev.redlock.NodeHealth.State;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the service answers, and what it has written then. */
class PayoutApiTest {
    private static RedisNodeSet nodes;
    private static Bank bank;
    private static ConfigurableApplicationContext application;
    private static JdbcClient jdbc;

    @BeforeAll
    static void start() throws Exception {
        nodes = RedisNodeSet.start(3);
        bank = Bank.start();
        application = new SpringApplicationBuilder(PayoutServiceApplication.class)
                .run(
                        "--server.port=0",
                        "--redlock.nodes=" + String.join(",", nodes.uris()),
                        "--redlock.policies.[payout:*].wait-timeout=200ms",
                        "--spring.datasource.url=" + bank.url(),
                        "--payout.reconciliation=*/1 * * * * *",
                        "--spring.main.banner-mode=off");
        jdbc = application.getBean(JdbcClient.class);
        bank.open(20);
    }

    @AfterAll
    static void stop() throws IOException {
        application.close();
        bank.close();
        nodes.close();
    }

    @Test
    void a_payout_is_done_once_and_answered_alike_as_often_as_it_is_sent() throws Exception {
        HttpResponse<String> first = payOut("key-1", "D0001");
        HttpResponse<String> again = payOut("key-1", "D0001");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(again.body())
                .isEqualTo(first.body())
                .contains("\"dealId\":\"D0001\"", "\"amount\":100", "\"token\":");
        assertThat(transfers("D0001")).isEqualTo(1);
        await().until(() -> jdbc.sql("SELECT COUNT(*) FROM provider_call WHERE payload LIKE 'D0001 %'")
                        .query(Integer.class)
                        .single()
                == 1);
    }

    @Test
    void another_key_does_not_pay_the_same_deal_again() throws Exception {
        payOut("key-2", "D0002");

        HttpResponse<String> other = payOut("key-2b", "D0002");

        assertThat(other.statusCode()).isEqualTo(409);
        assertProblem(other, "not-payable");
        assertThat(transfers("D0002")).isEqualTo(1);
    }

    @Test
    void a_key_that_was_used_for_something_else_is_refused() throws Exception {
        payOut("key-3", "D0003");

        HttpResponse<String> other = payOut("key-3", "D0004");

        assertThat(other.statusCode()).isEqualTo(422);
        assertProblem(other, "key-reused");
        assertThat(transfers("D0004")).isZero();
    }

    @Test
    void refunds_are_never_more_than_the_payout() throws Exception {
        payOut("key-5", "D0005");

        assertThat(refund("r-1", "D0005", 60).statusCode()).isEqualTo(201);
        assertThat(refund("r-1", "D0005", 60).statusCode()).isEqualTo(200);
        HttpResponse<String> tooMuch = refund("r-2", "D0005", 60);

        assertThat(tooMuch.statusCode()).isEqualTo(422);
        assertProblem(tooMuch, "refund-too-large");
        assertThat(refund("r-3", "D0005", 40).statusCode()).isEqualTo(201);
        assertThat(refund("r-4", "D0006", 1).statusCode()).as("not paid yet").isEqualTo(409);
    }

    @Test
    void while_somebody_else_is_at_it_the_answer_is_busy_with_a_time_to_come_back() throws Exception {
        try (Lease held = application.getBean(Redlock.class).acquire("payout:key-7")) {
            HttpResponse<String> busy = payOut("key-7", "D0007");

            assertThat(busy.statusCode()).isEqualTo(409);
            assertProblem(busy, "busy");
            assertThat(Integer.parseInt(busy.headers().firstValue("Retry-After").orElseThrow()))
                    .isBetween(20, 30);
            assertThat(held.isValid()).isTrue();
        }
        assertThat(payOut("key-7", "D0007").statusCode()).isEqualTo(201);
    }

    @Test
    void without_a_quorum_nothing_is_paid_and_the_answer_says_when_to_come_back() throws Exception {
        nodes.node(0).pause();
        nodes.node(1).pause();
        try {
            HttpResponse<String> answer = payOut("key-8", "D0008");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertProblem(answer, "unavailable");
            assertThat(answer.headers().firstValue("Retry-After")).contains("5");
            assertThat(transfers("D0008")).isZero();
        } finally {
            nodes.node(0).resume();
            nodes.node(1).resume();
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> application.getBean(Redlock.class).nodes().stream()
                        .allMatch(node -> node.state() == State.VOTES));
        assertThat(payOut("key-8", "D0008").statusCode()).isIn(200, 201);
        assertThat(send(HttpRequest.newBuilder(uri("/actuator/health"))).body()).contains("\"redlock\"");
    }

    @Test
    void a_request_without_a_key_or_for_no_deal_is_told_so() throws Exception {
        HttpResponse<String> noKey = send(HttpRequest.newBuilder(uri("/payouts"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"dealId\":\"D0009\"}")));

        assertThat(noKey.statusCode()).isEqualTo(400);
        assertThat(noKey.body()).contains("Idempotency-Key");
        assertThat(payOut(UUID.randomUUID().toString(), "none").body()).contains("does not exist");
    }

    private static HttpResponse<String> payOut(String key, String deal) throws Exception {
        return post("/payouts", key, "{\"dealId\":\"" + deal + "\"}");
    }

    private static HttpResponse<String> refund(String key, String deal, long amount) throws Exception {
        return post("/payouts/" + deal + "/refunds", key, "{\"amount\":" + amount + "}");
    }

    private static HttpResponse<String> post(String path, String key, String body) throws Exception {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port") + path);
    }

    private static int transfers(String deal) {
        return jdbc.sql("SELECT COUNT(*) FROM transfer WHERE deal_id = ?")
                .param(deal)
                .query(Integer.class)
                .single();
    }

    private static void assertProblem(HttpResponse<String> answer, String type) {
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("urn:payout:problem:" + type);
    }
}
