package dev.redlock.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@RedisNodes(2)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedisNodesExtensionTest {
    private static List<String> urisOfClass;
    private static final List<RedisNodeSet> SETS_OF_METHODS = new ArrayList<>();

    @BeforeAll
    static void remember(RedisNodeSet nodes) {
        urisOfClass = nodes.uris();
    }

    @Test
    @Order(1)
    void a_test_may_break_everything(RedisNodeSet nodes) {
        for (RedisNode node : nodes) {
            node.command("SET", "key", "value");
            node.takeSnapshot();
        }
        nodes.node(0).kill();
        nodes.node(1).pause();
    }

    @Test
    @Order(2)
    void the_next_test_finds_the_same_nodes_whole_and_empty(List<RedisNode> nodes) {
        assertThat(nodes).extracting(RedisNode::uri).isEqualTo(urisOfClass);
        assertThat(nodes).allMatch(RedisNode::isRunning);
        assertThat(nodes).extracting(node -> node.command("DBSIZE")).containsOnly("0");
        nodes.forEach(node -> {
            node.command("SET", "key", "value");
            node.restartWithData();
        });
    }

    @Test
    @Order(3)
    void saved_keys_do_not_come_back_in_later_tests(RedisNode[] nodes) {
        for (RedisNode node : nodes) {
            node.kill();
            node.start();
            assertThat(node.command("DBSIZE")).isEqualTo("0");
        }
    }

    @Test
    @Order(4)
    void a_replica_and_a_node_out_of_time_are_set_right_again(RedisNodeSet nodes) {
        nodes.node(0).command("REPLICAOF", "127.0.0.1", "1");
        assumeTrue(nodes.node(1).canMoveClock());
        nodes.node(1).moveClock(Duration.ofHours(5));
    }

    @Test
    @Order(5)
    void after_that_all_nodes_are_masters_and_on_time(RedisNodeSet nodes) {
        for (RedisNode node : nodes) {
            assertThat(node.command("ROLE")).startsWith("master");
            long seconds =
                    Long.parseLong(node.command("TIME").lines().findFirst().orElseThrow());
            assertThat(seconds).isCloseTo(Instant.now().getEpochSecond(), within(2L));
        }
    }

    @Test
    @Order(6)
    @RedisNodes(1)
    void a_method_can_have_a_set_of_its_own(RedisNodeSet nodes) {
        assertThat(nodes.size()).isEqualTo(1);
        assertThat(urisOfClass).doesNotContain(nodes.node(0).uri());
        SETS_OF_METHODS.add(nodes);
    }

    @Test
    @Order(7)
    void the_set_of_a_method_ends_with_it(RedisNodeSet nodes) {
        assertThat(nodes.uris()).isEqualTo(urisOfClass);
        assertThat(SETS_OF_METHODS)
                .isNotEmpty()
                .allSatisfy(set -> assertThat(set).noneMatch(RedisNode::isRunning));
    }

    @AfterAll
    static void the_set_of_the_class_lives_until_the_end(RedisNodeSet nodes) {
        assertThat(nodes).allMatch(RedisNode::isRunning);
    }

    @Nested
    class Inside {
        @Test
        void a_nested_class_uses_the_set_around_it(RedisNodeSet nodes) {
            assertThat(nodes.uris()).isEqualTo(urisOfClass);
        }
    }
}
