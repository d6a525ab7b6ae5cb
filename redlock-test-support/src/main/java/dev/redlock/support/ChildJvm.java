package dev.redlock.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Another JVM, to be stopped, to die or to contend. Its output is ours to read, its errors go where ours go. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final StoppableProcess handle;
    private final BufferedReader output;

    private ChildJvm(String name, Process process) {
        this.process = process;
        this.handle = new StoppableProcess(name, process);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    public static ChildJvm start(Class<?> main, List<String> arguments) throws IOException {
        return new ChildJvm(
                main.getSimpleName(),
                new ProcessBuilder(command(main, "error", arguments))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /** How to start a JVM with the classes of this one, small and soon at work. */
    public static List<String> command(Class<?> main, String logLevel, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=" + logLevel,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return command;
    }

    public String readLine() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("the child process has ended");
        }
        return line;
    }

    public void say(String line) {
        handle.say(line);
    }

    public void freeze() {
        handle.freeze();
    }

    public void thaw() {
        handle.thaw();
    }

    public boolean isFrozen() {
        return handle.isFrozen();
    }

    public void kill() {
        handle.kill();
    }

    public int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** A stopped process dies of this too. */
    @Override
    public void close() {
        handle.close();
    }
}
