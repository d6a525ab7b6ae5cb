package dev.redlock.runtime;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.protocol.Admission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Servers in memory under manual time, and clients of them. Everything happens on the thread of the test. */
final class TestCluster {
    static final Duration MAX_TTL = Duration.ofSeconds(10);

    final ManualTime time = new ManualTime();
    private final List<MemoryServer> servers = new ArrayList<>();
    private int holders;

    TestCluster(int nodes) {
        for (int index = 0; index < nodes; index++) {
            // Wall clocks that differ, as those of real nodes do, so that no test relies on equal floors.
            long ahead = index * 1_000L;
            servers.add(new MemoryServer(
                    "server" + index,
                    time,
                    () -> 1_000_000_000L + ahead + time.sinceStart().toNanos() / 1_000));
        }
    }

    MemoryServer server(int index) {
        return servers.get(index);
    }

    TestClient newClient() {
        return newClient(new Admission(servers.size(), MAX_TTL, true), servers);
    }

    /** A client that has no more doubts about any node, so that it looks at them only now and then. */
    TestClient newSettledClient() {
        TestClient client = newClient();
        time.advance(Duration.ofSeconds(1));
        return client;
    }

    TestClient newClient(Admission admission, List<MemoryServer> ofServers) {
        List<GatedNode> nodes = new ArrayList<>();
        for (int index = 0; index < ofServers.size(); index++) {
            nodes.add(new GatedNode(nodeId(index), ofServers.get(index)));
        }
        Environment environment = new Environment(time, time, () -> 0.5, this::nextHolder, Runnable::run);
        return new TestClient(nodes, environment, admission);
    }

    List<MemoryServer> servers() {
        return servers;
    }

    /** Somebody who talks to one server without any of our rules. */
    NodeProbe stranger(int server) {
        return NodeProbe.open(new MemoryNode(nodeId(server), servers.get(server)));
    }

    /** The holders of a name by server, empty where it is free. */
    List<String> votes(String name) {
        List<String> votes = new ArrayList<>();
        for (int index = 0; index < servers.size(); index++) {
            Optional<NodeReply.Vote> vote = stranger(index)
                    .ask(NodeReply.Seen.class, new NodeRequest.Inspect(name))
                    .vote();
            votes.add(vote.map(found -> Claim.holderOf(found.vote())).orElse(""));
        }
        return votes;
    }

    boolean isFree(String name) {
        return votes(name).stream().allMatch(String::isEmpty);
    }

    private static NodeId nodeId(int index) {
        return new NodeId(index, "n" + index);
    }

    private String nextHolder() {
        return Claims.holderId("holder" + holders++);
    }
}
