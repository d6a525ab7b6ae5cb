package dev.redlock.chaos.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the diaries of many processes together. */
public final class HistoryReader {

    private HistoryReader() {}

    /**
     * What was in the files.
     *
     * @param operations in the order in which they began
     * @param unfinished how many have no completion
     * @param tornLines how many files end in the middle of a line, as a process does that is killed while it writes
     */
    public record Recording(List<Operation> operations, long unfinished, long tornLines) {

        public Recording {
            operations = List.copyOf(operations);
        }

        public History toHistory(List<Fault> faults, List<Entry> ledger, Facts facts) {
            return new History(operations, faults, ledger, facts);
        }
    }

    public static Recording read(List<Path> files) {
        List<Operation> all = new ArrayList<>();
        long unfinished = 0;
        long torn = 0;
        for (Path file : files) {
            Diary diary = new Diary(file);
            torn += diary.read();
            unfinished += diary.begun.size();
            all.addAll(diary.operations());
        }
        all.sort(Comparator.comparingLong(Operation::invokedAt));
        return new Recording(all, unfinished, torn);
    }

    /** One file: operations that have begun wait by their number for the line that ends them. */
    private static final class Diary {

        private final Path file;
        private final Map<String, List<String>> begun = new LinkedHashMap<>();
        private final List<Operation> ended = new ArrayList<>();

        Diary(Path file) {
            this.file = file;
        }

        /** Returns 1 if the last line is torn. Anything else that is odd is a mistake of the recorder, and said so. */
        long read() {
            String text = contents();
            int end = text.lastIndexOf('\n') + 1;
            int number = 0;
            for (String line : text.substring(0, end).lines().toList()) {
                number++;
                try {
                    accept(Line.split(line));
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw new IllegalStateException("%s, line %d: %s".formatted(file, number, line), e);
                }
            }
            return end == text.length() ? 0 : 1;
        }

        private String contents() {
            try {
                return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException("no history can be read from " + file, e);
            }
        }

        private void accept(List<String> fields) {
            String id = fields.get(1);
            if (fields.get(0).equals(Line.INVOKED)) {
                begun.put(id, fields);
                return;
            }
            List<String> beginning = begun.remove(id);
            if (!fields.get(0).equals(Line.DONE) || beginning == null) {
                throw new IllegalArgumentException("this line ends nothing that has begun");
            }
            ended.add(operation(beginning, fields));
        }

        private List<Operation> operations() {
            List<Operation> all = new ArrayList<>(ended);
            begun.forEach((id, fields) -> all.add(operation(
                    fields,
                    List.of(Line.DONE, id, "" + Operation.NEVER, "INFO", fields.get(7), "0", "no completion"))));
            return all;
        }

        private static Operation operation(List<String> invoked, List<String> done) {
            return new Operation(
                    invoked.get(2),
                    Long.parseLong(invoked.get(3)),
                    Kind.valueOf(invoked.get(4)),
                    invoked.get(5),
                    Long.parseLong(invoked.get(6)),
                    Long.parseLong(done.get(2)),
                    Outcome.valueOf(done.get(3)),
                    Long.parseLong(done.get(4)),
                    Long.parseLong(done.get(5)),
                    invoked.get(8),
                    Long.parseLong(invoked.get(9)),
                    done.get(6));
        }
    }
}
