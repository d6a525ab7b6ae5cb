package dev.redlock.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Everything one server process has on disk: its data, a copy of them from earlier, its log and its clock. */
record NodeDirectory(Path root) {
    private static final int LINES_OF_LOG = 12;

    static NodeDirectory create() {
        try {
            NodeDirectory directory = new NodeDirectory(Files.createTempDirectory("redlock-node-"));
            Files.createDirectory(directory.data());
            directory.writeClockOffset(Duration.ZERO);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a directory for a Redis node: " + e.getMessage(), e);
        }
    }

    Path data() {
        return root.resolve("data");
    }

    Path log() {
        return root.resolve("log");
    }

    Path clock() {
        return root.resolve("clock");
    }

    private Path snapshot() {
        return root.resolve("snapshot");
    }

    void wipeData() {
        replace(data(), List.of());
    }

    /** Forgets saved keys under a running server, which would otherwise come back with its next start. */
    void forgetSavedKeys() {
        try {
            Files.deleteIfExists(data().resolve("dump.rdb"));
            deleteTree(snapshot());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void copyDataAside() {
        replace(snapshot(), tree(data()));
    }

    boolean hasCopy() {
        return Files.exists(snapshot());
    }

    void putCopyBack() {
        replace(data(), tree(snapshot()));
    }

    void writeClockOffset(Duration offset) {
        MovableClock.write(clock(), offset);
    }

    /** The last lines that the server wrote, be it to its log or, before it had one, to its output. */
    String endOfLog() {
        StringBuilder end = new StringBuilder();
        for (Path file : List.of(root.resolve("output"), log())) {
            try {
                List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
                lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size())
                        .forEach(line -> end.append("\n  ").append(line));
            } catch (IOException e) {
                // It did not get as far as writing this file.
            }
        }
        return end.toString();
    }

    /** Puts copies of {@code sources}, a folder and what it contains, in place of {@code folder}. */
    private static void replace(Path folder, List<Path> sources) {
        try {
            deleteTree(folder);
            Files.createDirectory(folder);
            for (Path source : sources.subList(Math.min(1, sources.size()), sources.size())) {
                Files.copy(source, folder.resolve(sources.get(0).relativize(source)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        List<Path> paths = Files.exists(folder) ? tree(folder) : List.of();
        for (Path path : paths.stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(path);
        }
    }

    private static List<Path> tree(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
