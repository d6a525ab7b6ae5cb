package dev.redlock.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisNodeSetTest {
    @Test
    void five_nodes_are_five_independent_servers() {
        try (RedisNodeSet nodes = RedisNodeSet.start(5)) {
            assertThat(nodes.size()).isEqualTo(5);
            assertThat(nodes.uris()).doesNotHaveDuplicates().containsExactly(nodes.uriArray());
            nodes.node(3).command("SET", "key", "value");

            List<String> sizes = new ArrayList<>();
            for (RedisNode node : nodes) {
                sizes.add(node.command("DBSIZE"));
            }

            assertThat(sizes).containsExactly("0", "0", "0", "1", "0");
        }
    }

    @Test
    void closing_twice_and_with_nodes_in_any_state_ends_all() {
        RedisNodeSet nodes = RedisNodeSet.start(3);
        nodes.node(0).kill();
        nodes.node(1).pause();

        nodes.close();
        nodes.close();

        assertThat(nodes).noneMatch(RedisNode::isRunning);
        assertThatThrownBy(() -> nodes.node(1).command("PING")).hasMessageContaining("did not answer PING");
    }

    @Test
    void server_arguments_are_passed_on_and_a_password_is_used() {
        try (RedisNodeSet nodes = RedisNodeSet.start(1, "--maxmemory", "10mb", "--requirepass", "secret")) {
            assertThat(nodes.node(0).command("CONFIG", "GET", "maxmemory")).isEqualTo("maxmemory\n10485760");
        }
    }

    @Test
    void a_server_that_does_not_start_shows_the_end_of_its_log() {
        assertThatThrownBy(() -> RedisNodeSet.start(2, "--no-such-option", "1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-option");
    }

    @Test
    void a_closed_node_does_not_start_again() {
        RedisNodeSet nodes = RedisNodeSet.start(1);
        nodes.close();

        nodes.node(0).stop();
        nodes.node(0).kill();

        assertThatThrownBy(nodes.node(0)::start).hasMessageContaining("closed");
    }

    @Test
    void a_set_of_nothing_is_refused() {
        assertThatThrownBy(() -> RedisNodeSet.start(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
