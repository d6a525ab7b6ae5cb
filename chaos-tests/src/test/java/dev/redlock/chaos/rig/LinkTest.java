package dev.redlock.chaos.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Toxiproxy TOXIPROXY = Toxiproxy.start();
    private static final RedisNodeSet NODES = RedisNodeSet.start(1);

    private final Link link = TOXIPROXY.link(
            "test", "A->node-1", NODES.node(0).host(), NODES.node(0).port());

    @AfterAll
    static void close() {
        NODES.close();
        TOXIPROXY.close();
    }

    @Test
    void every_fault_shows_its_effect_and_leaves_nothing_behind() {
        LinkFaults faults = new LinkFaults(link, NODES.node(0));
        List<Nemesis> all = List.of(
                faults.cut(),
                faults.partition(),
                faults.dropRequests(),
                faults.dropReplies(),
                faults.holdRequests(),
                faults.holdReplies(),
                faults.delay(Duration.ofMillis(100), Duration.ofMillis(10)),
                faults.reset(),
                faults.slice(),
                faults.truncate(3));
        for (Nemesis fault : all) {
            fault.strike();
            fault.heal();
            assertThat(Probe.redis(link, "PING", PATIENCE)).as(fault.kind()).isPresent();
        }
        link.close();
    }

    @Test
    void what_is_held_arrives_late() {
        Nemesis held = new LinkFaults(link, NODES.node(0)).holdRequests();
        held.strike();
        Thread sender = new Thread(() -> Probe.redis(link, "SET late 1", PATIENCE));
        sender.start();
        assertThat(NODES.node(0).command("EXISTS", "late")).isEqualTo("0");

        held.heal();

        await().until(() -> NODES.node(0).command("EXISTS", "late").equals("1"));
        link.close();
    }

    @Test
    void a_port_that_somebody_else_was_quicker_to_take_is_not_the_end() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Iterator<Integer> ports =
                    List.of(taken.getLocalPort(), Ports.free()).iterator();
            Link second = TOXIPROXY.link("test", "B->node-1", upstream(), ports::next);

            assertThat(ports.hasNext()).isFalse();
            assertThat(Probe.redis(second, "PING", PATIENCE)).isPresent();
            second.close();
        }
        link.close();
    }

    @Test
    void what_else_is_wrong_is_said_at_once() {
        assertThatThrownBy(() -> TOXIPROXY.link("test", "A->node-1", upstream(), Ports::free))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no proxy for A->node-1")
                .hasMessageContaining("already exists");
        link.close();
    }

    private static String upstream() {
        return NODES.node(0).host() + ":" + NODES.node(0).port();
    }
}
