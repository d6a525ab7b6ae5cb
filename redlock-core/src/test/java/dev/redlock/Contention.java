package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.support.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Two hundred threads of two processes that want one lock.
 *
 * @param contender the main class, which takes the arguments of {@link ContenderProcess}
 * @param folder for what they write down
 */
public record Contention(Class<?> contender, Path folder) {
    private static final int THREADS = 100;

    /** One at a time has it, and everybody gets it. */
    public void assertExclusiveAndServed(Duration time, List<String> nodes) throws Exception {
        List<Holding> history = run(time, nodes);
        assertThat(Holding.violations(history)).isEmpty();
        assertThat(history.stream().map(Holding::holder).collect(Collectors.toSet()))
                .as("threads that had the lock at least once")
                .hasSize(2 * THREADS);
        report(history);
    }

    /** The control: without nodes there is no lock. */
    public void assertOverlapsWithoutLock() throws Exception {
        assertThat(Holding.violations(run(Duration.ofMillis(200), List.of())))
                .anyMatch(violation -> violation.contains("overlaps"))
                .anyMatch(violation -> violation.contains("witness"));
    }

    private List<Holding> run(Duration time, List<String> nodes) throws Exception {
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
        return ChildJvm.start(contender, arguments);
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
}
