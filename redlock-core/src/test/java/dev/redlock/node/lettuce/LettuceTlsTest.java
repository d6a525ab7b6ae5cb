package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.redlock.node.Claims;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.support.TestCertificate;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, where the server at hand was built with them. */
@RedisNodes(1)
class LettuceTlsTest {
    private final RedisNode redis;
    private final LettuceFixture fixture;
    private String address = "";

    LettuceTlsTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @BeforeEach
    void listenWithTls(@TempDir Path directory) throws Exception {
        TestCertificate files = TestCertificate.create(directory);
        int port = freePort();
        configure("tls-auth-clients", "no");
        configure("tls-cert-file", files.certificate().toString());
        configure("tls-key-file", files.key().toString());
        configure("tls-port", Integer.toString(port));
        address = "rediss://" + redis.host() + ":" + port;
    }

    @AfterEach
    void closeClients() {
        fixture.close();
        redis.command("CONFIG", "SET", "tls-port", "0");
    }

    @Test
    void a_node_can_be_reached_with_encryption() {
        NodeProbe probe = fixture.open(address + "?verifyPeer=NONE").admitted(1);

        assertThat(probe.ask(new Acquire(Claims.of("anna", "a"), Duration.ofMinutes(1), 0)))
                .isInstanceOf(Granted.class);
    }

    @Test
    void a_server_with_a_certificate_that_nobody_vouches_for_is_not_trusted() {
        NodeProbe probe = fixture.open(address);

        await().until(() -> !probe.disconnections().isEmpty());

        assertThat(probe.isConnected()).isFalse();
        assertThat(probe.disconnections()).first().asString().contains("certification path");
    }

    private void configure(String setting, String value) {
        String answer = redis.command("CONFIG", "SET", setting, value);
        assumeTrue(answer.equals("OK"), "this server cannot do TLS: " + answer);
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
