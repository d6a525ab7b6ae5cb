package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.Test;

@RedisNodes(1)
class ScriptTest {

    @Test
    void every_script_is_known_to_redis_by_the_name_that_we_call_it(RedisNodeSet nodes) {
        RedisNode redis = nodes.node(0);

        assertThat(new Dialect("redlock").scripts())
                .hasSize(12)
                .allSatisfy(script -> assertThat(redis.command("SCRIPT", "LOAD", script.source()))
                        .isEqualTo(script.sha1()));
    }

    @Test
    void the_prefix_of_the_keys_is_part_of_the_script() {
        Script ours = Script.load("acquire", "payments");

        assertThat(ours.source()).contains("'payments:'", "'payments.records'").doesNotContain("@prefix@");
        assertThat(ours.sha1()).isNotEqualTo(Script.load("acquire", "redlock").sha1());
    }

    @Test
    void a_missing_script_is_told_by_name() {
        assertThatThrownBy(() -> Script.load("nothing", "redlock")).hasMessageContaining("nothing.lua");
    }
}
