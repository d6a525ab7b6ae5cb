package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WatchesTest {
    private final TestClient client = new TestCluster(2).newClient();
    private final Watches watches = new Watches(List.copyOf(client.nodes()));

    @Test
    void every_node_is_asked_once_however_many_watch_a_name() {
        watches.add(List.of("a"));
        watches.add(List.of("a", "b"));

        assertThat(client.nodes()).allSatisfy(node -> assertThat(node.watches()).containsExactly("+a", "+b"));
    }

    @Test
    void a_node_is_told_only_when_nobody_watches_any_more() {
        watches.add(List.of("a"));
        watches.add(List.of("a"));
        watches.remove(List.of("a"));
        assertThat(client.node(0).watches()).containsExactly("+a");

        watches.remove(List.of("a"));

        assertThat(client.nodes()).allSatisfy(node -> assertThat(node.watches()).containsExactly("+a", "-a"));
    }

    @Test
    void a_name_can_be_watched_again() {
        watches.add(List.of("a"));
        watches.remove(List.of("a"));

        watches.add(List.of("a"));

        assertThat(client.node(0).watches()).containsExactly("+a", "-a", "+a");
    }
}
