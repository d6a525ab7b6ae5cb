package dev.redlock.cli.exec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The second line: a shell that ends the command if this process cannot. See {@code guardian.sh}. */
final class Guardian implements AutoCloseable {
    private final Process shell;

    private Guardian(Process shell) {
        this.shell = shell;
    }

    static Guardian start(OwnSession session) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script(), "guardian"));
        command.addAll(session.launcher());
        try {
            Process shell = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new Guardian(shell);
        } catch (IOException e) {
            throw new UncheckedIOException("the shell that guards the command does not start", e);
        }
    }

    /** From now on the group is killed after so long, unless this is said again before. */
    void expect(ProcessGroup group, Duration within) {
        say(String.format(Locale.ROOT, "%d %.3f", group.leader(), Math.max(0, within.toMillis()) / 1000.0));
    }

    /** The group is gone: there is nobody left to guard. */
    @Override
    public void close() {
        say("end");
        try {
            shell.getOutputStream().close();
        } catch (IOException gone) {
            // It has ended before us, which is what we want.
        }
    }

    private void say(String line) {
        try {
            shell.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            shell.getOutputStream().flush();
        } catch (IOException gone) {
            // Somebody has killed it. The first line is still there.
        }
    }

    private static String script() {
        try (InputStream in = Guardian.class.getResourceAsStream("guardian.sh")) {
            if (in == null) {
                throw new IllegalStateException("guardian.sh is missing from this jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
