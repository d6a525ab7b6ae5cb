package dev.redlock.fencing.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RedisNodes(1)
class RedisIdempotencyTest {
    private static final IdempotencyKey KEY = new IdempotencyKey("mail", "42");
    private static final Fingerprint REQUEST = Fingerprint.of("welcome");

    private final RedisNode redis;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final RedisIdempotency idempotency;

    RedisIdempotencyTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        client = RedisClient.create(redis.uri());
        connection = client.connect();
        idempotency = RedisIdempotency.on(connection);
    }

    @AfterEach
    void disconnect() {
        connection.close();
        client.shutdown();
    }

    @Test
    void only_the_first_may_do_it() {
        assertThat(idempotency.claim(KEY, REQUEST)).isTrue();
        assertThat(idempotency.claim(KEY, REQUEST)).isFalse();
    }

    @Test
    void a_key_is_kept_for_a_day_under_a_name_that_people_can_read() {
        idempotency.claim(KEY, REQUEST);

        assertThat(Long.parseLong(redis.command("PTTL", "idempotency:mail:42")))
                .isBetween(Duration.ofHours(23).toMillis(), Duration.ofHours(24).toMillis());
    }

    @Test
    void a_forgotten_key_may_be_used_again() {
        idempotency.claim(KEY, REQUEST);

        idempotency.forget(KEY);

        assertThat(idempotency.claim(KEY, REQUEST)).isTrue();
    }

    @Test
    void a_key_that_is_used_for_another_request_is_refused() {
        idempotency.claim(KEY, REQUEST);

        assertThatExceptionOfType(IdempotencyConflictException.class)
                .isThrownBy(() -> idempotency.claim(KEY, Fingerprint.of("goodbye")))
                .satisfies(conflict -> assertThat(conflict.id()).isEqualTo("idempotency:mail:42"));
    }

    @Test
    void an_expired_key_may_be_used_again() {
        RedisIdempotency brief = idempotency.withRetention(Duration.ofMillis(50));
        brief.claim(KEY, REQUEST);
        await().until(() -> redis.command("EXISTS", KEY.id()).equals("0"));

        assertThat(brief.claim(KEY, REQUEST)).isTrue();
    }

    @Test
    void operation_and_key_cannot_be_mistaken_for_another_pair() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyKey("mail:42", "7"))
                .withMessageContaining("must not contain ':'");
        assertThat(new IdempotencyKey("mail", "42:7").id()).isEqualTo("idempotency:mail:42:7");
    }
}
