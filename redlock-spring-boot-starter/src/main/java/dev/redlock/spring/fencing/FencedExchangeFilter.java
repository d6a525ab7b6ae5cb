package dev.redlock.spring.fencing;

import dev.redlock.Lease;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.fencing.propagation.TokenPropagator;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Sends the fencing token along with requests of a {@code WebClient}: {@code WebClient.builder().filter(filter)}. It takes the
 * lease from the context of the subscriber, where a locked reactive method has put it, else that of the thread.
 */
public final class FencedExchangeFilter implements ExchangeFilterFunction {
    private final TokenPropagator propagator;

    public FencedExchangeFilter(TokenPropagator propagator) {
        this.propagator = propagator;
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(context -> {
            Lease lease =
                    context.<Lease>getOrEmpty(Lease.class).or(CurrentLease::get).orElse(null);
            return next.exchange(
                    lease == null
                            ? request
                            : ClientRequest.from(request)
                                    .headers(headers -> FencedHeaders.add(headers, lease, propagator))
                                    .build());
        });
    }
}
