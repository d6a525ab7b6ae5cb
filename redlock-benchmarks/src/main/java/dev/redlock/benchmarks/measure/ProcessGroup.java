package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes of one contender that stay connected, and contend for one lock whenever they are told to. */
final class ProcessGroup implements AutoCloseable {
    private final List<Process> children = new ArrayList<>();
    private final List<BufferedReader> answers = new ArrayList<>();
    private final Path lastHolder;

    private ProcessGroup(Path lastHolder) {
        this.lastHolder = lastHolder;
    }

    static ProcessGroup start(Kind kind, int processes, int threads, List<String> uris) {
        try {
            ProcessGroup group =
                    new ProcessGroup(Files.write(Files.createTempFile("last-holder", ".bin"), new byte[Long.BYTES]));
            try {
                for (int number = 1; number <= processes; number++) {
                    group.add(new ProcessBuilder(group.command(kind, number, threads, uris))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
                }
                for (BufferedReader line : group.answers) {
                    expectReady(line.readLine());
                }
                return group;
            } catch (IOException | RuntimeException e) {
                group.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All of them, at the same time. */
    ProcessShare contend(Duration length) {
        try {
            for (Process child : children) {
                child.outputWriter(StandardCharsets.UTF_8)
                        .append(length.toMillis() + "\n")
                        .flush();
            }
            ProcessShare all = ProcessShare.NONE;
            for (BufferedReader answer : answers) {
                String line = answer.readLine();
                if (line == null) {
                    throw new IllegalStateException("a process has ended");
                }
                all = all.plus(ProcessShare.parse(line));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Long> pids() {
        return children.stream().map(Process::pid).toList();
    }

    private void add(Process child) {
        children.add(child);
        answers.add(child.inputReader(StandardCharsets.UTF_8));
    }

    private List<String> command(Kind kind, int number, int threads, List<String> uris) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-Dbench.baseline=" + System.getProperty("bench.baseline", ""),
                "-cp",
                System.getProperty("java.class.path"),
                ContendingProcess.class.getName(),
                kind.name(),
                Integer.toString(number),
                Integer.toString(threads),
                lastHolder.toString()));
        command.addAll(uris);
        return command;
    }

    private static void expectReady(String line) {
        if (!ContendingProcess.READY.equals(line)) {
            throw new IllegalStateException("a process says '" + line + "' instead of that it is ready");
        }
    }

    @Override
    public void close() {
        children.forEach(Process::destroyForcibly);
        try {
            for (Process child : children) {
                child.waitFor(5, TimeUnit.SECONDS);
            }
            Files.deleteIfExists(lastHolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
