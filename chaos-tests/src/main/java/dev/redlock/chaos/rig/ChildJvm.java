package dev.redlock.chaos.rig;

import dev.redlock.testkit.redis.MovableClock;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A client in a process of its own, to be stopped, to die, and to have a wall clock of its own. It is spoken to by lines. */
public final class ChildJvm implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final char STOPPED = 'T';

    private final String name;
    private final MovableClock clock;
    private final Process process;
    private Duration stoodStill = Duration.ZERO;
    private long frozenAt;

    private ChildJvm(String name, MovableClock clock, Process process) {
        this.name = name;
        this.clock = clock;
        this.process = process;
    }

    /** @param listener told every line that the process prints, on a thread of its own */
    static ChildJvm start(String name, Class<?> main, Consumer<String> listener) {
        MovableClock clock = MovableClock.create();
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                name));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(clock.environment());
        try {
            ChildJvm child = new ChildJvm(name, clock, builder.start());
            Thread reader = new Thread(() -> child.read(listener), "lines of " + name);
            reader.setDaemon(true);
            reader.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("client " + name + " does not start", e);
        }
    }

    private void read(Consumer<String> listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                listener.accept(line);
            }
        } catch (IOException ended) {
            // Nothing more to hear.
        }
    }

    public String name() {
        return name;
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
            throw new UncheckedIOException("client " + name + " does not listen any more", e);
        }
    }

    /** As a long garbage collection or a moved virtual machine does. Returns once the process really stands still. */
    public void freeze() {
        signal("-STOP");
        awaitState(true);
        frozenAt = System.nanoTime();
    }

    /** As {@link #thaw()}, but by its monotonic clock no time has passed: that is how a suspended machine wakes up. */
    public void wakeUp() {
        stoodStill = stoodStill.plusNanos(System.nanoTime() - frozenAt);
        clock.moveMonotonic(stoodStill.negated());
        thaw();
    }

    public void thaw() {
        signal("-CONT");
        awaitState(false);
    }

    public boolean isFrozen() {
        return state() == STOPPED;
    }

    private void awaitState(boolean frozen) {
        long start = System.nanoTime();
        while (isFrozen() != frozen) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException("client " + name + " is " + state() + " after a signal");
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    /** The one letter that {@code ps} shows too. */
    private char state() {
        try {
            // The name of the program stands before it in brackets, and may itself contain brackets and spaces.
            String stat = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            throw new UncheckedIOException("client " + name + " is gone", e);
        }
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " of " + name + " failed with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sets how far the wall clock of this process is ahead of the real one. */
    public void moveClock(Duration ahead) {
        clock.move(ahead);
    }

    /** Sets all its clocks right. */
    void healClocks() {
        clock.move(Duration.ZERO);
        clock.moveMonotonic(Duration.ZERO);
        stoodStill = Duration.ZERO;
    }

    /** Ends it as {@code kill -9} does, also if it is frozen. Returns when it is gone. */
    public void kill() {
        try {
            if (!process.destroyForcibly().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("client " + name + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        clock.close();
    }
}
