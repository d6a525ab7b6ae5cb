package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two applications, each a process of its own, have the same job on the same clock: one of them does it, each time. */
@RedisNodes(5)
class ScheduledOnceTest {
    private static final int TICKS = 5;

    @Test
    void one_of_two_applications_does_each_tick(RedisNodeSet nodes, @TempDir Path folder) throws Exception {
        List<Process> applications = new ArrayList<>();
        List<Path> logs = List.of(folder.resolve("first.log"), folder.resolve("second.log"));
        try {
            for (Path log : logs) {
                applications.add(start(log, nodes));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> shared(logs).size() >= TICKS + 1);
        } finally {
            applications.forEach(Process::destroyForcibly);
        }
        for (Process application : applications) {
            application.waitFor();
        }

        List<Long> ticks = shared(logs);
        // The last one may have been cut short.
        List<Long> whole = ticks.subList(0, ticks.size() - 1);
        assertThat(whole)
                .as("ticks at which both were there, as the job without a lock shows")
                .hasSizeGreaterThanOrEqualTo(TICKS);
        Map<Long, Integer> locked = runs(logs, "locked");
        assertThat(whole)
                .as("one run at each tick, according to %s", said(logs))
                .allSatisfy(tick -> assertThat(locked.getOrDefault(tick, 0)).isEqualTo(1));
    }

    /** The control: ticks at which the job without a lock ran in both. */
    private static List<Long> shared(List<Path> logs) throws IOException {
        return runs(logs, "unlocked").entrySet().stream()
                .filter(tick -> tick.getValue() == 2)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<Long, Integer> runs(List<Path> logs, String which) throws IOException {
        Map<Long, Integer> runs = new TreeMap<>();
        for (Path log : logs) {
            for (String line : Files.exists(log) ? Files.readAllLines(log) : List.<String>of()) {
                if (line.startsWith("TICK " + which + " ")) {
                    String tick = line.substring(line.indexOf(which) + which.length() + 1, line.lastIndexOf(' '));
                    runs.merge(Long.valueOf(tick), 1, Integer::sum);
                }
            }
        }
        return runs;
    }

    private static List<List<String>> said(List<Path> logs) throws IOException {
        List<List<String>> said = new ArrayList<>();
        for (Path log : logs) {
            said.add(Files.readAllLines(log));
        }
        return said;
    }

    private static Process start(Path log, RedisNodeSet nodes) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx192m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TickApplication.class.getName(),
                        "--redlock.nodes=" + String.join(",", nodes.uris()),
                        "--spring.datasource.url=jdbc:h2:mem:ticks",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
