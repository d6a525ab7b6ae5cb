package dev.redlock.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Redlock;
import dev.redlock.benchmarks.profile.Workload.Work;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.testkit.InMemoryCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A real recording, of a lock on nodes in memory. */
class ProfileTest {
    private static final long ENOUGH = 5_000;
    private static final Profile PROFILE =
            Profile.ofThisProcess("T", "cycle", List.of()).withLength(Duration.ofMillis(500));

    @Test
    void the_processor_time_of_callers_and_the_areas_of_their_code_are_seen() {
        try (Redlock redlock = InMemoryCluster.of(3).connect()) {
            List<Finding> findings = PROFILE.ofTime(length -> work(redlock, length));

            assertThat(labels(findings.get(0))).contains(Part.CALLERS.label() + ": own code");
            assertThat(labels(findings.get(1))).isNotEmpty();
        }
    }

    @Test
    void the_largest_classes_are_seen() {
        try (Redlock redlock = InMemoryCluster.of(3).connect()) {
            List<Finding> findings = PROFILE.ofHeap(length -> work(redlock, length));

            assertThat(labels(findings.get(0)))
                    .isNotEmpty()
                    .allMatch(label -> label.contains(" ← ") || label.equals("all others"));
        }
    }

    /** By count as well as by time: on a busy machine there would not be enough to see. */
    private static Work work(Redlock redlock, Duration length) {
        CpuTime before = CpuTime.ofThisThread();
        long end = System.nanoTime() + length.toNanos();
        long cycles = 0;
        do {
            redlock.acquire("payout:42").release();
            cycles++;
        } while (System.nanoTime() - end < 0 || cycles < ENOUGH);
        return new Work(cycles, CpuTime.ofThisThread().minus(before));
    }

    private static List<String> labels(Finding finding) {
        return finding.rows().stream().map(Finding.Row::contender).toList();
    }
}
