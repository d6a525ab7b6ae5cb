package dev.redlock.fencing.http;

import dev.redlock.FencingToken;
import dev.redlock.fencing.propagation.TokenPropagator;
import java.net.http.HttpRequest;

/** Sends tokens along with requests of {@link java.net.http.HttpClient}. */
public final class FencedRequests {
    private FencedRequests() {}

    /** Adds resource and token as headers, unsigned. */
    public static HttpRequest.Builder add(HttpRequest.Builder request, String resource, FencingToken token) {
        return add(request, resource, token, TokenPropagator.unsigned());
    }

    /** Adds resource and token as headers, in the way of the propagator. */
    public static HttpRequest.Builder add(
            HttpRequest.Builder request, String resource, FencingToken token, TokenPropagator propagator) {
        propagator.inject(request, resource, token, HttpRequest.Builder::setHeader);
        return request;
    }
}
