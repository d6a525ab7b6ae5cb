package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A password in the address of a node is shown nowhere. */
@RedisNodes(
        value = 1,
        arguments = {"--requirepass", SecretsTest.PASSWORD})
@Isolated("reads what this JVM writes to its error stream")
class SecretsTest {
    static final String PASSWORD = "correct-horse";
    private static final String WRONG = "battery-staple";
    private static final LockOptions TRY_ONCE = LockOptions.defaults().withWaitTimeout(Duration.ZERO);

    @Test
    void the_right_password_opens_the_node_and_is_not_shown(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        String address = address(nodes, PASSWORD);
        try (Redlock redlock = Redlock.builder().nodes(address).listener(told).connect()) {
            Lease lease = redlock.acquire("a");

            assertThat(List.of(lease.toString(), redlock.inspect("a").toString(), told.nodes.toString()))
                    .allMatch(text -> !text.contains(PASSWORD));
        }
    }

    @Test
    void a_wrong_password_is_named_as_the_reason_but_not_shown(RedisNodeSet nodes) {
        Recorder told = new Recorder();
        String log = logOf(() -> {
            try (Redlock redlock = Redlock.builder()
                    .nodes(address(nodes, WRONG))
                    .listener(told)
                    .connect()) {
                await().until(() -> !told.nodes.isEmpty());
                Throwable refused = catchThrowable(() -> redlock.acquire("a", TRY_ONCE));

                assertThat(refused).isInstanceOf(QuorumUnavailableException.class);
                assertThat(stackTrace(refused)).contains("WRONGPASS").doesNotContain(WRONG);
                assertThat(told.nodes.toString()).doesNotContain(WRONG);
            }
        });

        assertThat(log).contains("127.0.0.1").doesNotContain(WRONG);
    }

    @Test
    void an_address_that_cannot_be_read_is_quoted_without_its_password() {
        for (String address : List.of(
                "http://user:" + PASSWORD + "@n1:6379",
                "redis://user:" + PASSWORD + "@n1:not-a-port",
                "redis://user:" + PASSWORD + "@name_with_underscore:6379",
                "redis//:" + PASSWORD + "@n1:6379",
                "redis://n1:6379?password=" + PASSWORD + "&port=x y")) {
            Throwable refused = catchThrowable(() -> Redlock.connect(address).close());

            assertThat(refused).as(address).isInstanceOf(IllegalArgumentException.class);
            assertThat(stackTrace(refused)).doesNotContain(PASSWORD);
        }
    }

    @Test
    void a_node_listed_twice_is_named_without_its_password(RedisNodeSet nodes) {
        String address = address(nodes, PASSWORD);

        Throwable refused =
                catchThrowable(() -> Redlock.connect(address, address).close());

        assertThat(refused).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("listed twice");
        assertThat(stackTrace(refused)).doesNotContain(PASSWORD);
    }

    private static String address(RedisNodeSet nodes, String password) {
        return "redis://:" + password + "@127.0.0.1:" + nodes.node(0).port();
    }

    private static String stackTrace(Throwable throwable) {
        StringWriter text = new StringWriter();
        throwable.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** The simple logger writes to the error stream that there is when it is asked. */
    private static String logOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        before.print(caught.toString(StandardCharsets.UTF_8));
        return caught.toString(StandardCharsets.UTF_8);
    }
}
