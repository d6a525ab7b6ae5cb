package dev.redlock.fencing.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redlock.FencingToken;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RedisNodes(1)
class RedisFenceTest {
    private static final FencingToken OLD = new FencingToken((1L << 53) - 2);
    private static final FencingToken NEW = new FencingToken((1L << 53) - 1);

    private final RedisNode redis;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final RedisFence fence;

    RedisFenceTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        client = RedisClient.create(redis.uri());
        connection = client.connect();
        fence = RedisFence.on(connection);
    }

    @AfterEach
    void disconnect() {
        connection.close();
        client.shutdown();
    }

    @Test
    void the_script_runs_with_its_own_keys_and_arguments() {
        Long amount = add(OLD, "100");

        assertThat(amount).isEqualTo(100);
        assertThat(redis.command("GET", "amount")).isEqualTo("100");
        assertThat(fence.newest("balance:7")).contains(OLD);
    }

    @Test
    void the_script_does_not_run_with_a_smaller_token_even_if_it_is_smaller_by_one_at_the_end_of_the_range() {
        add(NEW, "100");

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> add(OLD, "50"))
                .satisfies(refused -> assertThat(refused.newest()).isEqualTo(NEW))
                .satisfies(refused -> assertThat(refused.token()).isEqualTo(OLD));
        assertThat(redis.command("GET", "amount")).isEqualTo("100");
    }

    @Test
    void the_same_token_runs_again() {
        add(NEW, "100");

        assertThat(add(NEW, "1")).isEqualTo(101);
    }

    @Test
    void a_mark_refuses_the_older_holder_before_the_first_write() {
        fence.mark("balance:7", NEW);

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> add(OLD, "50"));
        assertThat(redis.command("EXISTS", "amount")).isEqualTo("0");
    }

    @Test
    void a_server_that_has_forgotten_the_script_is_told_it_again() {
        add(OLD, "1");
        redis.command("SCRIPT", "FLUSH");

        assertThat(add(OLD, "1")).isEqualTo(2);
    }

    @Test
    void a_script_may_end_with_a_comment_and_return_from_the_middle() {
        String script = "if ARGV[1] == 'a' then return 'early' end\nreturn 'late' -- done";

        String result = fence.eval("x", NEW, script, ScriptOutputType.VALUE, List.of(), List.of("a"));

        assertThat(result).isEqualTo("early");
    }

    @Test
    void an_error_of_the_script_is_the_callers() {
        assertThatExceptionOfType(RedisCommandExecutionException.class)
                .isThrownBy(() -> fence.eval(
                        "x", NEW, "return redis.error_reply('MINE oh')", ScriptOutputType.VALUE, List.of(), List.of()))
                .withMessageContaining("MINE oh");
    }

    @Test
    void a_fence_that_is_no_number_is_an_error_and_not_an_open_gate() {
        redis.command("SET", "fence:balance:7", "rubbish");

        assertThatExceptionOfType(RedisCommandExecutionException.class)
                .isThrownBy(() -> add(NEW, "1"))
                .withMessageContaining("is not a number");
        assertThat(redis.command("EXISTS", "amount")).isEqualTo("0");
    }

    @Test
    void a_fence_never_expires_unless_asked_for() {
        fence.mark("a", NEW);
        fence.withRetention(Duration.ofDays(30)).withKeyPrefix("f:").mark("b", NEW);

        assertThat(redis.command("PTTL", "fence:a")).isEqualTo("-1");
        assertThat(Long.parseLong(redis.command("PTTL", "f:b")))
                .isBetween(Duration.ofDays(29).toMillis(), Duration.ofDays(30).toMillis());
        assertThatIllegalArgumentException().isThrownBy(() -> fence.withRetention(Duration.ofHours(1)));
    }

    @Test
    void a_redis_that_is_down_is_not_a_refusal() {
        connection.setTimeout(Duration.ofMillis(200));
        redis.kill();
        try {
            assertThatExceptionOfType(FenceUnavailableException.class).isThrownBy(() -> fence.mark("x", NEW));
            assertThatExceptionOfType(FenceUnavailableException.class).isThrownBy(() -> fence.newest("x"));
        } finally {
            redis.start();
        }
    }

    private Long add(FencingToken token, String amount) {
        return fence.eval(
                "balance:7",
                token,
                "return redis.call('INCRBY', KEYS[1], ARGV[1])",
                ScriptOutputType.INTEGER,
                List.of("amount"),
                List.of(amount));
    }
}
