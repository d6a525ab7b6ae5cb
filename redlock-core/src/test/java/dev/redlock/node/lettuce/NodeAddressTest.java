package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest {

    @ParameterizedTest
    @CsvSource({
        "redis://n1:7000, n1:7000",
        "redis://n1, n1:6379",
        "rediss://n1:7000, n1:7000",
        "redis://n1:7000/3, n1:7000/3",
        "redis://user:secret@n1:7000, n1:7000",
        "redis://:secret@n1:7000/0, n1:7000",
        "'redis-sentinel://:secret@s1:26379,s2:26380#payments', 'payments@s1:26379,s2:26380'",
        "rediss-sentinel://s1#payments, payments@s1:26379"
    })
    void an_address_is_shown_by_host_and_port_and_without_secrets(String text, String shown) {
        assertThat(NodeAddress.describe(NodeAddress.parse(text))).isEqualTo(shown);
    }

    @Test
    void credentials_database_and_encryption_are_understood() {
        RedisURI uri = NodeAddress.parse("rediss://anna:s%40cret@n1:7000/2");

        assertThat(uri.isSsl()).isTrue();
        assertThat(uri.getDatabase()).isEqualTo(2);
        RedisCredentials credentials = uri.getCredentialsProvider()
                .resolveCredentials()
                .blockOptional()
                .orElseThrow();
        assertThat(credentials.getUsername()).isEqualTo("anna");
        assertThat(credentials.getPassword()).containsExactly("s@cret".toCharArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"n1:6379", "http://n1", "redis:n1", "", "//n1", "redis-socket:///tmp/redis", "REDIS://n1"})
    void other_schemes_are_refused_with_an_example(String text) {
        assertThatThrownBy(() -> NodeAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("such as redis://n1:6379");
    }

    @Test
    void a_sentinel_address_without_the_name_of_the_primary_is_refused() {
        assertThatThrownBy(() -> NodeAddress.parse("redis-sentinel://s1:26379,s2:26379"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("#");
    }

    @Test
    void a_malformed_address_is_shown_with_host_and_without_the_password() {
        assertThatThrownBy(() -> NodeAddress.parse("redis://anna:hunter2@n 1:70 00?timeout=1s"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'redis://***@n 1:70 00?***'")
                .hasNoCause();
    }

    /** The secret is put at all places where people put one, between all kinds of noise, parsable or not. */
    @Test
    void no_message_ever_shows_a_secret() {
        Random random = new Random(7);
        List<String> readable = new ArrayList<>();
        for (int count = 0; count < 5_000; count++) {
            String text = addressWithSecret(random);
            String shown = shown(text);
            assertThat(shown).as("of %s", text).doesNotContainIgnoringCase("hunter");
            if (shown.startsWith("node")) {
                readable.add(text);
            }
        }
        assertThat(readable).as("addresses that were refused").hasSizeGreaterThan(500);
    }

    private static String shown(String text) {
        try {
            return NodeAddress.describe(NodeAddress.parse(text));
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasNoCause();
            return String.valueOf(refused.getMessage());
        }
    }

    private static String addressWithSecret(Random random) {
        String secret = noise(random) + "hunter2" + noise(random);
        String start = pick(random, "redis://", "rediss://", "redis-sentinel://", "http://", "", "redis:/", "redis:");
        String user = pick(random, "", "anna:", ":", "anna:x:");
        String host = pick(random, "n1:6379", "n1", "n 1", "[::1]:6379", "n1:port", "", "n1:6379,n2:6379#payments");
        String end = pick(random, "", "/0", "/x", "?timeout=1s", "#payments", "?timeout=never&x", "/%zz");
        return random.nextInt(5) == 0
                ? start + host + "?password=" + secret.replace("#", "%23")
                : start + user + secret + "@" + host + end;
    }

    private static String noise(Random random) {
        return pick(random, "", "?", "@", "#", "/", ":", "://", "%", "%40", " ", "\n", "ü", "[", "\\", "&", "?a=b");
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
