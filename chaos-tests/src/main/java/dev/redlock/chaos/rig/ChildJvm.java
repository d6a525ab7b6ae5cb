package dev.redlock.chaos.rig;

import dev.redlock.support.StoppableProcess;
import dev.redlock.testkit.redis.MovableClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A client in a process of its own, to be stopped, to die, and to have a wall clock of its own. It is spoken to by lines. */
public final class ChildJvm implements AutoCloseable {
    private final String name;
    private final MovableClock clock;
    private final Process process;
    private final StoppableProcess handle;
    private Duration stoodStill = Duration.ZERO;
    private long frozenAt;

    private ChildJvm(String name, MovableClock clock, Process process) {
        this.name = name;
        this.clock = clock;
        this.process = process;
        this.handle = new StoppableProcess("client " + name, process);
    }

    /** @param listener told every line that the process prints, on a thread of its own */
    static ChildJvm start(String name, Class<?> main, Consumer<String> listener) {
        MovableClock clock = MovableClock.create();
        List<String> command = dev.redlock.support.ChildJvm.command(main, "off", List.of(name));
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
        return handle.pid();
    }

    public boolean isAlive() {
        return handle.isAlive();
    }

    public void say(String line) {
        handle.say(line);
    }

    public void freeze() {
        handle.freeze();
        frozenAt = System.nanoTime();
    }

    /** As {@link #thaw()}, but by its monotonic clock no time has passed: that is how a suspended machine wakes up. */
    public void wakeUp() {
        stoodStill = stoodStill.plusNanos(System.nanoTime() - frozenAt);
        clock.moveMonotonic(stoodStill.negated());
        thaw();
    }

    public void thaw() {
        handle.thaw();
    }

    public boolean isFrozen() {
        return handle.isFrozen();
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
        handle.kill();
    }

    @Override
    public void close() {
        kill();
        clock.close();
    }
}
