package dev.redlock.fencing.process;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process, to be stopped, to die or to contend. Its output is ours to read, its errors go where ours go. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    String readLine() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("the child process has ended");
        }
        return line;
    }

    void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** As a long garbage collection or a moved virtual machine does. Returns once the process really stands still. */
    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
        await("a stopped process").until(() -> state() == 'T');
    }

    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    /** The one letter that {@code ps} shows too. */
    char state() throws IOException {
        // The name of the program stands before it in brackets, and may itself contain brackets and spaces.
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill " + signal + " failed with " + code);
        }
    }

    /** A stopped process dies of this too. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
