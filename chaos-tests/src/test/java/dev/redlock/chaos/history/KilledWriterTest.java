package dev.redlock.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class KilledWriterTest {

    @TempDir
    Path folder;

    /** Acquires, begins to pay, says so and waits to be killed. */
    static final class Victim {
        public static void main(String[] args) throws IOException {
            try (HistoryLog log = HistoryLog.create(Path.of(args[0]), "A")) {
                log.acquire(1, "payout").granted(42, System.nanoTime() + 1_000_000_000L);
                log.write(1, "payout", 42, "p-7", 1250);
                System.out.println("paying");
                System.in.read();
            }
        }
    }

    @Test
    @Timeout(60)
    void nothing_is_lost_when_the_process_is_killed_in_the_middle() throws Exception {
        Path file = folder.resolve("A.tsv");
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = victim.inputReader()) {
            assertThat(out.readLine()).isEqualTo("paying");
        } finally {
            victim.destroyForcibly();
        }
        assertThat(victim.waitFor(10, TimeUnit.SECONDS)).isTrue();

        HistoryReader.Recording recording = HistoryReader.read(List.of(file));

        assertThat(recording.operations()).extracting(Operation::kind).containsExactly(Kind.ACQUIRE, Kind.WRITE);
        assertThat(recording.operations()).extracting(Operation::outcome).containsExactly(Outcome.OK, Outcome.INFO);
        assertThat(recording.operations().get(1).invokedAt())
                .isBetween(recording.operations().get(0).doneAt(), System.nanoTime());
        assertThat(recording.tornLines()).isZero();
    }
}
