package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command with servers of its own. */
class SandboxTest {
    private static final int NOT_FOUND = 127;

    @TempDir
    private Path folder;

    @Test
    void its_servers_are_there_for_the_command_and_gone_after_it() throws Exception {
        String script = "echo \"$REDLOCK_NODES\" > nodes; while [ ! -e enough ]; do sleep 0.05; done; exit 7";
        String[] nodes;
        try (CliProcess cli =
                CliProcess.start(folder, List.of("redis://other:6379"), "sandbox", "--", "sh", "-c", script)) {
            nodes = cli.awaitLine(folder.resolve("nodes")).split(",", -1);
            assertThat(nodes).hasSize(3);
            try (Redlock redlock = Redlock.connect(nodes);
                    Lease lease = redlock.acquire("a")) {
                assertThat(lease.isValid()).isTrue();
            }
            Files.createFile(folder.resolve("enough"));

            assertThat(cli.awaitExit()).isEqualTo(7);
        }
        for (String node : nodes) {
            int port = URI.create(node).getPort();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_command_that_is_not_there_is_said_before_anything_is_started() {
        Cli.Result result = new Cli().run("sandbox", "--", "no-such-command");

        assertThat(result.exitCode()).isEqualTo(NOT_FOUND);
        assertThat(result.errLines()).containsExactly("redlock: there is no command 'no-such-command'");
    }
}
