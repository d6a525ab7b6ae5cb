package dev.redlock.spring.fencing;

import dev.redlock.Lease;
import dev.redlock.fencing.propagation.TokenPropagator;
import org.springframework.http.HttpHeaders;

/** Writes resource and token of a lease into the headers of a request. */
final class FencedHeaders {
    private FencedHeaders() {}

    /** A lease of several names is sent for the first of them. One that protects nothing has no token to send. */
    static void add(HttpHeaders headers, Lease lease, TokenPropagator propagator) {
        if (lease.isProtected()) {
            propagator.inject(headers, lease.name(), lease.token(), HttpHeaders::set);
        }
    }
}
