package dev.redlock.testkit.redis;

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
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A shell that has one server as its child, so that the server cannot outlive this JVM. See {@code keeper.sh}. */
final class Keeper implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final long POLL_NANOS = Duration.ofNanos(200_000).toNanos();

    private final Process shell;
    private final BufferedWriter orders;
    private final BufferedReader answers;
    private OptionalLong server = OptionalLong.empty();

    private Keeper(Process shell) {
        this.shell = shell;
        this.orders = shell.outputWriter(StandardCharsets.UTF_8);
        this.answers = shell.inputReader(StandardCharsets.UTF_8);
    }

    /** Gets ready to run {@code command}. The {@code directory} belongs to the keeper, who removes it in the end. */
    static Keeper of(Path directory, List<String> command, Map<String, String> environment) {
        List<String> line = new ArrayList<>(List.of("sh", "-c", Resources.text("keeper.sh"), "keeper"));
        line.add(directory.toString());
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            return new Keeper(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("Redis nodes as processes need a POSIX shell (sh); use Docker instead", e);
        }
    }

    synchronized long startServer() {
        long pid = Long.parseLong(tell("start"));
        server = OptionalLong.of(pid);
        return pid;
    }

    /** The server that was started last and whose end was not awaited; it may have ended by itself. */
    synchronized OptionalLong server() {
        return server;
    }

    synchronized void signal(String name) {
        tell(name);
    }

    synchronized void awaitServerEnd() {
        tell("wait");
        server = OptionalLong.empty();
    }

    private String tell(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
            return awaitAnswer(order);
        } catch (IOException e) {
            throw new UncheckedIOException("this node is closed, or its server does not obey: " + e.getMessage(), e);
        }
    }

    private String awaitAnswer(String order) throws IOException {
        long start = System.nanoTime();
        while (!answers.ready()) {
            if (!shell.isAlive() || System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IOException("no answer to '" + order + "'");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return answers.readLine();
    }

    @Override
    public synchronized void close() {
        if (!shell.isAlive()) {
            return;
        }
        // The shell may still be waiting for a server that refuses to end, and would not see the end of its orders.
        server.ifPresent(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        try {
            orders.close();
            if (!shell.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the keeper " + shell.pid() + " of a Redis node does not end");
            }
            server = OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
