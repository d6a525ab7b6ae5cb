package dev.redlock.cli;

import dev.redlock.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The command in this process: what goes in, and what comes out. */
final class Cli {
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";
    private boolean person;

    record Result(int exitCode, String out, String err) {
        List<String> errLines() {
            return err.lines().toList();
        }
    }

    Cli() {
        environment.put("HOME", "/nonexistent");
        environment.put("PATH", System.getenv("PATH"));
        environment.put("LANG", "C.UTF-8");
    }

    static Cli withNodes(List<String> uris) {
        return new Cli().with("REDLOCK_NODES", String.join(",", uris));
    }

    Cli with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** As if somebody sat at a terminal and typed this. */
    Cli typing(String text) {
        input = text;
        person = true;
        return this;
    }

    Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                person,
                false);
        int exitCode = RedlockCommand.run(terminal, arguments);
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
