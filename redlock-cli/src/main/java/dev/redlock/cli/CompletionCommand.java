package dev.redlock.cli;

import dev.redlock.cli.terminal.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

@Command(
        name = "completion",
        description = "Print a script that completes commands and options in bash and zsh.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(redlock completion)                         for this shell",
            "  redlock completion > ~/.local/share/bash-completion/completions/redlock"
        })
final class CompletionCommand implements Runnable {
    private final Terminal terminal;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        terminal.out().println(AutoComplete.bash("redlock", RedlockCommand.commandLine(terminal)));
    }
}
