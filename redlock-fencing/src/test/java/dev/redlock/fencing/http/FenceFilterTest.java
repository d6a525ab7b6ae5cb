package dev.redlock.fencing.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.fencing.Fence;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.memory.InMemoryFence;
import dev.redlock.fencing.propagation.FencingHeaders;
import dev.redlock.fencing.propagation.TokenPropagator;
import dev.redlock.fencing.propagation.TokenSigner;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The filter in a real server, asked by a real client. */
class FenceFilterTest {
    private static final FencingToken OLD = new FencingToken(33);
    private static final FencingToken NEW = new FencingToken(34);
    private static final TokenSigner SIGNER = TokenSigner.signingWith("k1", new byte[32]);

    private final InMemoryFence fence = new InMemoryFence();
    private Optional<PayoutServer> running = Optional.empty();

    @AfterEach
    void stop() throws Exception {
        if (running.isPresent()) {
            running.get().close();
        }
    }

    @Test
    void a_request_with_a_token_passes_and_the_handler_sees_the_call() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));

        HttpResponse<String> response = server.send(FencedRequests.add(server.request(), "payout:42", NEW));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("paid payout:42 with 34");
        assertThat(fence.newest("payout:42")).contains(NEW);
    }

    @Test
    void a_stale_token_is_a_conflict_with_both_tokens_and_the_handler_is_not_called() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));
        fence.mark("payout:\"42\"", NEW);

        HttpResponse<String> response = server.send(FencedRequests.add(server.request(), "payout:\"42\"", OLD));

        assertProblem(response, 409, "stale-token");
        assertThat(response.body()).contains("\"resource\":\"payout:\\\"42\\\"\"", "\"token\":33", "\"newest\":34");
        assertThat(server.calls()).isZero();
    }

    @Test
    void a_malformed_token_is_a_bad_request() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));

        HttpResponse<String> response = server.send(
                server.request().header(FencingHeaders.RESOURCE, "payout:42").header(FencingHeaders.TOKEN, "-1"));

        assertProblem(response, 400, "malformed-token");
        assertThat(server.calls()).isZero();
    }

    @Test
    void two_tokens_in_one_request_are_a_bad_request() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));

        HttpResponse<String> response = server.send(
                FencedRequests.add(server.request(), "payout:42", NEW).header(FencingHeaders.TOKEN, "99"));

        assertProblem(response, 400, "malformed-token");
        assertThat(fence.newest("payout:42")).isEmpty();
    }

    @Test
    void a_missing_token_is_refused_only_where_one_is_required() throws Exception {
        PayoutServer strict = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));
        assertProblem(strict.send(strict.request()), 400, "malformed-token");
        strict.close();

        PayoutServer lenient = start(FenceFilter.accepting(fence, TokenPropagator.unsigned()));
        assertThat(lenient.send(lenient.request()).body()).isEqualTo("paid without a token");
    }

    @Test
    void a_forged_token_is_forbidden_and_does_not_move_the_fence() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.signedBy(SIGNER)));
        FencingToken everybodyOut = new FencingToken((1L << 53) - 1);

        HttpResponse<String> forged = server.send(FencedRequests.add(server.request(), "payout:42", everybodyOut));
        HttpResponse<String> signed =
                server.send(FencedRequests.add(server.request(), "payout:42", NEW, TokenPropagator.signedBy(SIGNER)));

        assertProblem(forged, 403, "forged-token");
        assertThat(signed.statusCode()).isEqualTo(200);
        assertThat(fence.newest("payout:42")).contains(NEW);
    }

    @Test
    void a_token_that_becomes_stale_on_the_way_to_the_write_is_a_conflict_too() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));
        server.beforeWriting(() -> fence.mark("payout:42", NEW));
        server.writeThrough(fence);

        HttpResponse<String> response = server.send(FencedRequests.add(server.request(), "payout:42", OLD));

        assertProblem(response, 409, "stale-token");
        assertThat(server.calls()).as("the filter had let it pass").isOne();
        assertThat(server.writes()).isZero();
    }

    @Test
    void a_fence_that_cannot_be_asked_lets_nobody_pass() throws Exception {
        Fence down = new Fence() {
            @Override
            public void mark(String resource, FencingToken token) {
                throw new FenceUnavailableException("down", new IllegalStateException());
            }

            @Override
            public Optional<FencingToken> newest(String resource) {
                return Optional.empty();
            }
        };
        PayoutServer server = start(FenceFilter.accepting(down, TokenPropagator.unsigned()));

        HttpResponse<String> response = server.send(FencedRequests.add(server.request(), "payout:42", NEW));

        assertProblem(response, 503, "fence-unavailable");
        assertThat(server.calls()).isZero();
    }

    @Test
    void other_errors_of_the_handler_stay_what_they_are() throws Exception {
        PayoutServer server = start(FenceFilter.requiring(fence, TokenPropagator.unsigned()));
        server.beforeWriting(() -> {
            throw new IllegalStateException("on purpose");
        });

        HttpRequest.Builder request = FencedRequests.add(server.request(), "payout:42", NEW);

        assertThat(server.send(request).statusCode()).isEqualTo(500);
    }

    private PayoutServer start(FenceFilter filter) throws Exception {
        PayoutServer server = new PayoutServer(filter);
        running = Optional.of(server);
        return server;
    }

    private static void assertProblem(HttpResponse<String> response, int status, String type) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body())
                .startsWith("{\"type\":\"urn:redlock:problem:" + type + "\"")
                .contains("\"status\":" + status);
    }
}
