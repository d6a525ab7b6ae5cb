package dev.redlock.node.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.LiningNodeContract;
import dev.redlock.node.NodeFixture;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeRequest;
import dev.redlock.time.Tick;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryNodeTest extends LiningNodeContract {
    private static final Duration TTL = Duration.ofSeconds(1);

    private final MemoryFixture fixture = new MemoryFixture();
    private final Claim claim = Claims.of("anna", "a");
    private Tick now = new Tick(0);

    @Override
    public NodeFixture fixture() {
        return fixture;
    }

    private NodeProbe admitted(MemoryServer server) {
        NodeProbe probe = NodeProbe.open(new MemoryNode(new NodeId(0, "memory"), server));
        probe.ask(probe.admission("process", 1, NodeProbe.MAX_TTL));
        return probe;
    }

    private static boolean isFree(NodeProbe probe) {
        return probe.ask(Seen.class, new NodeRequest.Inspect("a")).vote().isEmpty();
    }

    @Test
    void a_vote_that_was_found_to_be_over_does_not_come_back_with_the_old_time() {
        NodeProbe probe = admitted(new MemoryServer("memory", () -> now, () -> 1));
        probe.ask(new NodeRequest.Acquire(claim, TTL, 0));

        now = now.plus(TTL);
        assertThat(isFree(probe)).isTrue();
        now = now.minus(TTL);

        assertThat(isFree(probe)).isTrue();
    }

    @Test
    void a_server_can_start_with_the_data_of_an_earlier_time() {
        MemoryServer server = new MemoryServer("memory", () -> now, () -> 1);
        NodeProbe probe = admitted(server);
        probe.ask(new NodeRequest.Acquire(claim, TTL, 0));
        MemoryServer.Snapshot snapshot = server.snapshot();
        probe.ask(new NodeRequest.Release(claim));
        assertThat(isFree(probe)).isTrue();

        server.stop();
        server.startFrom(snapshot);

        assertThat(isFree(probe)).isFalse();
    }
}
