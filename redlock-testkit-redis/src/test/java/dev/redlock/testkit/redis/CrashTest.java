package dev.redlock.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** However a test JVM ends, nothing of its nodes may stay. */
@DisabledOnOs(OS.WINDOWS)
class CrashTest {
    @TempDir
    private Path temporary;

    @Test
    void nothing_is_left_after_the_jvm_was_killed() throws IOException {
        Process jvm = startJvm("hang");
        List<Long> pids = readPids(jvm);
        assertThat(pids).hasSize(2).allMatch(pid -> ProcessState.of(pid) != ProcessState.GONE);
        assertThat(directories()).hasSize(3);

        jvm.destroyForcibly();

        awaitNothingLeft(pids);
    }

    @Test
    void nothing_is_left_after_the_jvm_ended_without_closing() throws IOException {
        Process jvm = startJvm("end");

        awaitNothingLeft(readPids(jvm));
    }

    private Process startJvm(String ending) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-D" + ProviderChoice.PROPERTY + "=embedded",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        ending)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static List<Long> readPids(Process jvm) throws IOException {
        BufferedReader lines = jvm.inputReader(StandardCharsets.UTF_8);
        return List.of(Long.valueOf(lines.readLine()), Long.valueOf(lines.readLine()));
    }

    private void awaitNothingLeft(List<Long> pids) {
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            assertThat(pids).allMatch(pid -> ProcessState.of(pid) == ProcessState.GONE);
            assertThat(directories()).isEmpty();
        });
    }

    private List<Path> directories() throws IOException {
        try (var paths = Files.list(temporary)) {
            return paths.filter(path -> path.getFileName().toString().startsWith("redlock-node-"))
                    .toList();
        }
    }

    /** A JVM that leaves one node running, one paused and one killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) {
            RedisNodeSet nodes = RedisNodeSet.start(3);
            nodes.node(1).pause();
            System.out.println(nodes.node(0).pid());
            System.out.println(nodes.node(1).pid());
            nodes.node(2).kill();
            while (arguments[0].equals("hang")) {
                LockSupport.park();
            }
        }
    }
}
