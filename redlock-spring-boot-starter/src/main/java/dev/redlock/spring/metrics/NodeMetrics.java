package dev.redlock.spring.metrics;

import dev.redlock.NodeHealth;
import dev.redlock.Redlock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** How many nodes are in which state. Asks the client, which asks nobody. */
public record NodeMetrics(Redlock redlock) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        for (NodeHealth.State state : NodeHealth.State.values()) {
            Gauge.builder(RedlockMetrics.NODES, redlock, client -> count(client, state))
                    .description("Nodes by state")
                    .tag("state", RedlockMetrics.lower(state))
                    .register(registry);
        }
        Gauge.builder(RedlockMetrics.QUORUM, redlock, Redlock::quorum)
                .description("How many nodes have to vote")
                .register(registry);
    }

    private static double count(Redlock client, NodeHealth.State state) {
        return client.nodes().stream().filter(node -> node.state() == state).count();
    }
}
