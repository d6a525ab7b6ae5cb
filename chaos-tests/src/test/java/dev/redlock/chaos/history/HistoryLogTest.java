package dev.redlock.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryLogTest {

    @TempDir
    Path folder;

    private final AtomicLong clock = new AtomicLong();

    @Test
    void what_was_written_is_read_back() {
        try (HistoryLog log = open("A")) {
            log.acquire(1, "payout").granted(42, 900);
            log.mark(1, "payout", 42).ok("");
            log.write(1, "payout", 42, "p-7", 1250).ok("committed");
            log.extend(1, "payout", 42).fail("two nodes said no");
            log.lost(1, "payout", 42, "expired");
            log.release(1, "payout", 42).unknown("no answer");
        }

        Operation grant = new Operation("A", 1, Kind.ACQUIRE, "payout", 1, 2, Outcome.OK, 42, 900, "", 0, "");
        assertThat(read().operations())
                .containsExactly(
                        grant,
                        op(Kind.MARK, 3, Outcome.OK, ""),
                        new Operation("A", 1, Kind.WRITE, "payout", 5, 6, Outcome.OK, 42, 0, "p-7", 1250, "committed"),
                        op(Kind.EXTEND, 7, Outcome.FAIL, "two nodes said no"),
                        op(Kind.LOST, 9, Outcome.OK, "expired"),
                        op(Kind.RELEASE, 11, Outcome.INFO, "no answer"));
    }

    @Test
    void the_line_is_in_the_file_before_the_action_begins() {
        try (HistoryLog log = open("A")) {
            log.write(3, "payout", 42, "p-7", 1250);

            assertThat(read().operations())
                    .containsExactly(new Operation(
                            "A",
                            3,
                            Kind.WRITE,
                            "payout",
                            1,
                            Operation.NEVER,
                            Outcome.INFO,
                            42,
                            0,
                            "p-7",
                            1250,
                            "no completion"));
            assertThat(read().unfinished()).isEqualTo(1);
        }
    }

    @Test
    void diaries_of_many_processes_become_one_story_in_the_order_of_time() {
        try (HistoryLog a = open("A");
                HistoryLog b = open("B")) {
            a.acquire(1, "x").granted(1, 100);
            b.acquire(1, "x").fail("held by A");
            a.release(1, "x", 1).ok("");
        }

        assertThat(read().operations()).extracting(Operation::client).containsExactly("A", "B", "A");
    }

    @Test
    void any_text_survives() {
        String wild = "a\tb\nc\\t\r</script>\u2028ä😀\\";
        try (HistoryLog log = open("A")) {
            log.acquire(1, wild).fail(wild);
        }

        Operation read = read().operations().get(0);
        assertThat(read.resource()).isEqualTo(wild);
        assertThat(read.detail()).isEqualTo(wild);
    }

    @Test
    void half_a_last_line_is_counted_and_what_it_would_have_ended_is_unknown() throws IOException {
        try (HistoryLog log = open("A")) {
            log.acquire(1, "ä").granted(42, 900);
        }
        byte[] whole = Files.readAllBytes(file("A"));
        int firstLine = new String(whole, StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElseThrow()
                .getBytes(StandardCharsets.UTF_8)
                .length;

        LongStream.range(firstLine + 2, whole.length).forEach(length -> {
            cut(whole, (int) length);
            HistoryReader.Recording torn = read();
            assertThat(torn.tornLines()).isEqualTo(1);
            assertThat(torn.operations()).singleElement().returns(Outcome.INFO, Operation::outcome);
        });
        cut(whole, firstLine - 1);
        assertThat(read()).isEqualTo(new HistoryReader.Recording(List.of(), 0, 1));
    }

    @Test
    void a_line_that_cannot_be_is_a_mistake_of_the_recorder() throws IOException {
        open("A").close();
        Files.writeString(file("A"), "done\t9\t1\tOK\t1\t1\t\n", StandardOpenOption.APPEND);

        assertThatThrownBy(this::read)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("A.tsv, line 1")
                .hasStackTraceContaining("ends nothing that has begun");
    }

    @Test
    void a_file_belongs_to_one_process() {
        open("A").close();

        assertThatThrownBy(() -> open("A")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void an_interrupted_thread_still_writes() {
        try (HistoryLog log = open("A")) {
            Thread.currentThread().interrupt();
            HistoryLog.Pending pending = log.acquire(1, "x");
            pending.fail("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(read().operations()).singleElement().returns(Outcome.FAIL, Operation::outcome);
    }

    private HistoryLog open(String client) {
        return HistoryLog.create(file(client), client, clock::incrementAndGet);
    }

    private Path file(String client) {
        return folder.resolve(client + ".tsv");
    }

    private HistoryReader.Recording read() {
        List<Path> files = List.of(file("A"), file("B"));
        return HistoryReader.read(files.stream().filter(Files::exists).toList());
    }

    private void cut(byte[] whole, int length) {
        try {
            Files.write(file("A"), Arrays.copyOf(whole, length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Operation op(Kind kind, long at, Outcome outcome, String detail) {
        return new Operation("A", 1, kind, "payout", at, at + 1, outcome, 42, 0, "", 0, detail);
    }
}
