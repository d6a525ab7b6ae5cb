package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.NodeHealth.State;
import dev.redlock.Redlock;
import dev.redlock.support.TestCertificate;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Certificates come from where Spring Boot keeps them. */
@RedisNodes(1)
class SslBundleTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, RedlockAutoConfiguration.class));

    @Test
    void a_bundle_says_whom_to_trust(RedisNodeSet nodes, @TempDir Path folder) throws Exception {
        TestCertificate certificate = TestCertificate.create(folder);
        try (TlsFront front = new TlsFront(certificate, nodes.node(0).port())) {
            String node = "redlock.nodes=" + front.uri();
            application
                    .withPropertyValues(
                            node,
                            "redlock.ssl-bundle=redis",
                            "spring.ssl.bundle.jks.redis.truststore.location=file:" + certificate.store(),
                            "spring.ssl.bundle.jks.redis.truststore.password=" + TestCertificate.PASSWORD,
                            "spring.ssl.bundle.jks.redis.truststore.type=PKCS12")
                    .run(context -> assertThat(context.getBean(Redlock.class).tryAcquire("a"))
                            .isPresent());
            // The control: without it, nobody vouches for the server.
            application.withPropertyValues(node).run(context -> {
                Redlock redlock = context.getBean(Redlock.class);
                await().until(() -> redlock.nodes().get(0).state() == State.DOWN);
                assertThat(redlock.nodes().get(0).detail()).contains("certification path");
            });
        }
    }
}
