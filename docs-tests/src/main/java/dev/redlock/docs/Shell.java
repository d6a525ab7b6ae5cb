package dev.redlock.docs;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A bash that is typed into, as by somebody at a terminal: what a command changes is there for the next one, and a command
 * that is a shell itself gets what is typed from then on.
 */
final class Shell implements AutoCloseable {
    private static final Duration FAREWELL = Duration.ofSeconds(20);

    private final Process process;
    private final BufferedWriter keyboard;
    private final BlockingQueue<String> screen = new LinkedBlockingQueue<>();
    private final String done = "done-" + UUID.randomUUID();

    /**
     * What came of a command.
     *
     * @param exitCode empty if it did not come to an end in time, or ended the shell
     */
    record Result(OptionalInt exitCode, List<String> output) {}

    private Shell(Process process) {
        this.process = process;
        this.keyboard = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Shell open(Path folder, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "--noprofile", "--norc")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("REDLOCK_"));
        builder.environment().putAll(environment);
        Shell shell = new Shell(builder.start());
        Thread reader = new Thread(shell::read, "screen");
        reader.setDaemon(true);
        reader.start();
        return shell;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                screen.add(line);
                line = lines.readLine();
            }
        } catch (IOException ended) {
            // Nothing more will come.
        }
        screen.add(done);
    }

    Result run(String command, Duration patience) throws InterruptedException {
        // The code is kept for a command that asks for it. A line of its own, in case the output does not end with one.
        type(command);
        type("__code=$?; printf '\\n%s %s\\n' " + done + " $__code; (exit $__code)");
        long start = System.nanoTime();
        List<String> output = new ArrayList<>();
        while (true) {
            long left = patience.toNanos() - (System.nanoTime() - start);
            String line = screen.poll(left, TimeUnit.NANOSECONDS);
            if (line == null || line.equals(done)) {
                return new Result(OptionalInt.empty(), output);
            } else if (line.startsWith(done)) {
                return new Result(OptionalInt.of(Integer.parseInt(line.substring(done.length() + 1))), output);
            }
            output.add(line);
        }
    }

    private void type(String line) {
        try {
            keyboard.write(line + "\n");
            keyboard.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the shell has ended", e);
        }
    }

    /** Says good-bye, as with Ctrl-D, and ends what does not listen. */
    @Override
    public void close() {
        try {
            keyboard.close();
            if (process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (IOException alreadyGone) {
            // That is what was wanted.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    void kill() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
