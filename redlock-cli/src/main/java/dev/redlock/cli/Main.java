package dev.redlock.cli;

import dev.redlock.cli.terminal.Terminal;

/** Where {@code redlock} begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Terminal terminal = Terminal.system();
        int exitCode = RedlockCommand.run(terminal, arguments);
        terminal.out().flush();
        // Threads of connections that could not be closed in time must not keep the process.
        System.exit(exitCode);
    }
}
