package dev.redlock.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command as a process of its own, as a shell starts it. */
final class CliProcess implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Process process;
    private final Path out;
    private final Path err;

    private CliProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static List<String> commandLine() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+DisplayVMOutputToStderr",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
    }

    static CliProcess start(Path folder, List<String> nodes, String... arguments) throws IOException {
        return reading("", folder, nodes, arguments);
    }

    static CliProcess reading(String input, Path folder, List<String> nodes, String... arguments) throws IOException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        // A build that was started with nohup or in the background ignores signals, and so would all that it starts.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM"));
        command.addAll(commandLine());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(Files.writeString(Files.createTempFile(folder, "in", ""), input)
                        .toFile())
                .directory(folder.toFile());
        builder.environment().put("REDLOCK_NODES", String.join(",", nodes));
        return new CliProcess(builder.start(), out, err);
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("redlock does not end; it said: " + err());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the command under the lock has written a whole line to this file, and returns it. */
    String awaitLine(Path file) {
        await().atMost(PATIENCE).until(() -> {
            if (!process.isAlive() && !Files.exists(file)) {
                throw new AssertionError("redlock has ended with " + process.exitValue() + ": " + err());
            }
            return Files.exists(file) && Files.readString(file).endsWith("\n");
        });
        return read(file).strip();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
