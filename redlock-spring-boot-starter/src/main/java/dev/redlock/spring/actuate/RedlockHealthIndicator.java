package dev.redlock.spring.actuate;

import dev.redlock.NodeHealth;
import dev.redlock.Redlock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Up while all nodes vote, degraded while a quorum does, down when too few do. Degraded does not take the application out of
 * service: locks work. One more node, and they may not.
 */
public final class RedlockHealthIndicator implements HealthIndicator {
    /** Callers notice nothing, but somebody should look. */
    public static final Status DEGRADED = new Status("DEGRADED", "a quorum votes, but not all nodes do");

    private final Redlock redlock;

    public RedlockHealthIndicator(Redlock redlock) {
        this.redlock = redlock;
    }

    @Override
    public Health health() {
        List<NodeHealth> nodes = redlock.nodes();
        long voting = nodes.stream()
                .filter(node -> node.state() == NodeHealth.State.VOTES)
                .count();
        Map<String, String> details = new LinkedHashMap<>();
        nodes.forEach(node -> details.put(node.node(), node.detail()));
        Status status = voting == nodes.size() ? Status.UP : voting >= redlock.quorum() ? DEGRADED : Status.DOWN;
        return Health.status(status)
                .withDetail("voting", voting)
                .withDetail("quorum", redlock.quorum())
                .withDetail("nodes", details)
                .build();
    }
}
