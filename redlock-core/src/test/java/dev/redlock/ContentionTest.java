package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred threads of two processes want one lock: one at a time has it, everybody gets it, nothing is left. */
@RedisNodes(5)
class ContentionTest {
    private static final int THREADS = 100;

    @TempDir
    Path folder;

    @Test
    void two_hundred_threads_of_two_processes_enter_one_at_a_time_and_all_are_served(RedisNodeSet nodes)
            throws Exception {
        List<Holding> history = contend(Duration.ofSeconds(20), nodes.uris());

        assertThat(Holding.violations(history)).isEmpty();
        assertThat(history.stream().map(Holding::holder).collect(Collectors.toSet()))
                .as("threads that had the lock at least once")
                .hasSize(2 * THREADS);
        report(history);
        assertNothingIsLeft(nodes);
    }

    @Test
    void without_the_lock_the_same_threads_are_seen_to_overlap() throws Exception {
        List<Holding> history = contend(Duration.ofMillis(200), List.of());

        assertThat(Holding.violations(history))
                .anyMatch(violation -> violation.contains("overlaps"))
                .anyMatch(violation -> violation.contains("witness"));
    }

    private List<Holding> contend(Duration time, List<String> nodes) throws Exception {
        Path witness = Files.createFile(folder.resolve("witness"));
        List<Holding> history = new ArrayList<>();
        try (ChildJvm one = start("one", time, witness, nodes);
                ChildJvm two = start("two", time, witness, nodes)) {
            for (ChildJvm child : List.of(one, two)) {
                assertThat(child.readLine()).isEqualTo("ready");
            }
            one.say("go");
            two.say("go");
            for (ChildJvm child : List.of(one, two)) {
                assertThat(child.readLine()).as("threads left in the process").isEqualTo("[]");
                assertThat(child.awaitEnd()).isZero();
            }
        }
        for (String name : List.of("one", "two")) {
            Files.readAllLines(folder.resolve(name)).forEach(line -> history.add(Holding.read(line)));
        }
        return history;
    }

    private ChildJvm start(String name, Duration time, Path witness, List<String> nodes) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                name,
                Integer.toString(THREADS),
                Long.toString(time.toMillis()),
                witness.toString(),
                folder.resolve(name).toString()));
        arguments.addAll(nodes);
        return ChildJvm.start(ContenderProcess.class, arguments.toArray(String[]::new));
    }

    private static void report(List<Holding> history) {
        long from = history.stream().mapToLong(Holding::from).min().orElseThrow();
        long until = history.stream().mapToLong(Holding::until).max().orElseThrow();
        long longest = history.stream().mapToLong(Holding::waited).max().orElseThrow();
        System.out.printf(
                "%d cycles, %.0f per second, longest wait %d ms%n",
                history.size(),
                history.size() * 1e9 / (until - from),
                Duration.ofNanos(longest).toMillis());
    }

    private static void assertNothingIsLeft(RedisNodeSet nodes) {
        Votes.awaitNone(nodes, "contended");
        for (RedisNode node : nodes) {
            assertThat(node.command("PUBSUB", "CHANNELS")).isEmpty();
            await().untilAsserted(
                            () -> assertThat(node.command("CLIENT", "LIST").lines())
                                    .as("our probe alone")
                                    .hasSize(1));
        }
    }
}
