package dev.redlock.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A {@link Teller}, seen from the demo: a process that can be stopped and let go on. */
final class TellerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final BufferedReader lines;

    private TellerProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static TellerProcess start(Teller.Kind kind, Ledger ledger, Duration ttl, List<String> nodes) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Teller.class.getName(),
                kind.name(),
                ledger.url(),
                Long.toString(ttl.toMillis())));
        command.addAll(nodes);
        TellerProcess teller = new TellerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        // Also at a Ctrl-C: a stopped process would not notice that nobody needs it any more.
        Runtime.getRuntime().addShutdownHook(new Thread(teller.process::destroyForcibly));
        return teller;
    }

    void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** The next line it says. */
    String hear() throws IOException {
        long start = System.nanoTime();
        while (!lines.ready()) {
            if (!process.isAlive() || System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IOException("the process that pays does not answer");
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        return String.valueOf(lines.readLine());
    }

    /** SIGSTOP, as a long garbage collection or a moved virtual machine. Returns once it really stands still. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        awaitStopped(true);
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
        awaitStopped(false);
    }

    long pid() {
        return process.pid();
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-s", name, Long.toString(pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("SIG" + name + " could not be sent to process " + pid());
        }
    }

    private void awaitStopped(boolean stopped) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (isStopped() != stopped) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IOException("process " + pid() + " does not obey the signal");
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }

    boolean isStopped() throws IOException, InterruptedException {
        Path stat = Path.of("/proc", Long.toString(pid()), "stat");
        if (Files.exists(stat)) {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            return text.charAt(text.lastIndexOf(')') + 2) == 'T';
        }
        Process ps = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid())).start();
        String state = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return ps.waitFor() == 0 && state.startsWith("T");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
