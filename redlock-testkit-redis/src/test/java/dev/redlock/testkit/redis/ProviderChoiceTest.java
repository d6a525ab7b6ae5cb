package dev.redlock.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ProviderChoiceTest {
    @TempDir
    private Path folder;

    @Test
    void an_unknown_provider_is_refused_with_the_known_ones() {
        String before = System.getProperty(ProviderChoice.PROPERTY);
        System.setProperty(ProviderChoice.PROPERTY, "podman");
        try {
            assertThatThrownBy(() -> RedisNodeSet.start(1))
                    .hasMessage("redlock.testkit.provider must be docker, path or embedded, got 'podman'");
        } finally {
            if (before == null) {
                System.clearProperty(ProviderChoice.PROPERTY);
            } else {
                System.setProperty(ProviderChoice.PROPERTY, before);
            }
        }
    }

    @Test
    void a_server_on_the_path_is_found_and_run() throws Exception {
        Files.copy(embedded().executable(), folder.resolve("redis-server"));
        String path = folder.resolve("missing") + File.pathSeparator + folder;

        NodeProvider provider = ProcessProvider.fromPath(path).orElseThrow();

        try (RedisNodeSet nodes = RedisNodeSet.start(provider, 1)) {
            assertThat(nodes.node(0).provider()).startsWith("path ").matches(".* \\d+\\.\\d+\\.\\d+");
            assertThat(nodes.node(0).command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void a_path_without_a_server_has_no_provider() {
        assertThat(ProcessProvider.fromPath(folder.toString())).isEmpty();
    }

    @Test
    void a_port_that_somebody_took_is_not_mistaken_for_ours() {
        try (RedisNodeSet nodes = RedisNodeSet.start(embedded(), 1);
                ProcessNode second = new ProcessNode(embedded(), nodes.node(0).port(), List.of())) {
            assertThatThrownBy(second::start).isInstanceOf(FreePort.PortTakenException.class);
            assertThat(second.isRunning()).isFalse();
        }
    }

    @Test
    void another_port_is_tried_if_the_first_was_taken() {
        int[] calls = {0};

        int port = FreePort.withRetries(free -> {
            if (calls[0]++ == 0) {
                throw new FreePort.PortTakenException("too late");
            }
            return free;
        });

        assertThat(port).isBetween(20_000, 29_999);
        assertThat(calls[0]).isEqualTo(2);
    }

    @Test
    void without_a_shim_the_clock_cannot_be_moved_and_the_reason_is_told() {
        ProcessProvider noShim = new ProcessProvider("embedded", embedded().executable(), ClockShim.none("needs cc"));

        try (RedisNodeSet nodes = RedisNodeSet.start(noShim, 1)) {
            assertThat(nodes.node(0).canMoveClock()).isFalse();
            assertThatThrownBy(() -> nodes.node(0).moveClock(Duration.ofSeconds(1)))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("needs cc");
        }
    }

    @Test
    void a_shim_that_the_server_did_not_load_is_noticed() throws Exception {
        Path broken = Files.writeString(folder.resolve("clock.so"), "not a library");
        ProcessProvider provider =
                new ProcessProvider("embedded", embedded().executable(), new ClockShim(Optional.of(broken), ""));

        try (RedisNodeSet nodes = RedisNodeSet.start(provider, 1)) {
            assertThat(nodes.node(0).canMoveClock()).isFalse();
            assertThatThrownBy(() -> nodes.node(0).moveClock(Duration.ofSeconds(1)))
                    .hasMessageContaining("dynamically linked");
        }
    }

    private static ProcessProvider embedded() {
        return (ProcessProvider) ProcessProvider.embedded();
    }
}
