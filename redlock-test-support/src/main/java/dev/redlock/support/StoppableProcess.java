package dev.redlock.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process that can be made to stand still, and to die. It is spoken to by lines. */
public final class StoppableProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final Process process;

    /** @param name by which it is called when it does not obey */
    public StoppableProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public synchronized void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not listen any more", e);
        }
    }

    /** As a long garbage collection or a moved virtual machine does. Returns once the process really stands still. */
    public void freeze() {
        signal("STOP");
        awaitState(true);
    }

    public void thaw() {
        signal("CONT");
        awaitState(false);
    }

    private void awaitState(boolean frozen) {
        await(name + (frozen ? " stands still" : " goes on"))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> isFrozen() == frozen);
    }

    public boolean isFrozen() {
        try {
            // The name of the program stands before it in brackets, and may itself contain brackets and spaces.
            String stat = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            throw new UncheckedIOException(name + " is gone", e);
        }
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + signal + " of " + name + " failed with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it as {@code kill -9} does, also if it is frozen. Returns when it is gone. */
    public void kill() {
        try {
            if (!process.destroyForcibly().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
