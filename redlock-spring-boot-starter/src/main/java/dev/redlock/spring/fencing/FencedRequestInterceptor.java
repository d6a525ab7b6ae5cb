package dev.redlock.spring.fencing;

import dev.redlock.annotation.CurrentLease;
import dev.redlock.fencing.propagation.TokenPropagator;
import java.io.IOException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Sends the fencing token of the current lease along with requests of a {@code RestClient}, if there is one. The name of the
 * lock goes along, so only to hosts that may know it.
 */
public final class FencedRequestInterceptor implements ClientHttpRequestInterceptor {
    private final TokenPropagator propagator;
    private final HostPatterns hosts;

    /** To all hosts that the client talks to. */
    public FencedRequestInterceptor(TokenPropagator propagator) {
        this(propagator, HostPatterns.ALL);
    }

    FencedRequestInterceptor(TokenPropagator propagator, HostPatterns hosts) {
        this.propagator = propagator;
        this.hosts = hosts;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        if (hosts.match(request.getURI().getHost())) {
            CurrentLease.get().ifPresent(lease -> FencedHeaders.add(request.getHeaders(), lease, propagator));
        }
        return execution.execute(request, body);
    }
}
