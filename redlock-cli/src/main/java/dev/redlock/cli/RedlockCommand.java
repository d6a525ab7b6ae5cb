package dev.redlock.cli;

import dev.redlock.cli.config.DurationText;
import dev.redlock.cli.config.Typo;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command itself: it only knows its subcommands, and how each of them may fail. */
@Command(
        name = "redlock",
        description = "A lock on a majority of independent Redis nodes, with fencing tokens.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  redlock demo                                  see it work, nothing to install",
            "  redlock sandbox                               a shell with Redis servers to try the rest on",
            "  redlock exec nightly --wait 1m -- ./job.sh    run a job under a lock",
            "  redlock status payout:42                      who holds it, node by node",
            "  redlock doctor                                are the nodes set up safely?",
            "",
            "Nodes come from --nodes, REDLOCK_NODES or ~/.config/redlock/redlock.properties.",
            "Exit codes: 64 usage, 69 no quorum, 75 held, 76 lost, 78 wrong set-up; see docs/cli.md."
        })
final class RedlockCommand implements Runnable {
    private final Terminal terminal;

    private RedlockCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    static int run(Terminal terminal, String... arguments) {
        return commandLine(terminal).execute(arguments);
    }

    static CommandLine commandLine(Terminal terminal) {
        CommandLine line = new CommandLine(new RedlockCommand(terminal));
        line.addSubcommand(new DemoCommand(terminal));
        line.addSubcommand(new SandboxCommand(terminal));
        line.addSubcommand(new ExecCommand(terminal));
        line.addSubcommand(new StatusCommand(terminal));
        line.addSubcommand(new ListCommand(terminal));
        line.addSubcommand(new WatchCommand(terminal));
        line.addSubcommand(new UnlockCommand(terminal));
        line.addSubcommand(new DoctorCommand(terminal));
        line.addSubcommand(new CompletionCommand(terminal));
        line.getSubcommands()
                .values()
                .forEach(sub ->
                        sub.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new Version()));
        line.setUsageHelpWidth(100);
        line.setUsageHelpAutoWidth(false);
        line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(terminal.paint().isOn() ? Ansi.ON : Ansi.OFF));
        line.setParameterExceptionHandler((wrong, given) -> wrongUsage(terminal, wrong));
        line.setExecutionExceptionHandler((failure, command, parsed) -> new Failures(terminal).report(failure));
        line.registerConverter(Duration.class, RedlockCommand::duration);
        // Arguments belong to the command under the lock, also those that begin with @.
        line.setExpandAtFiles(false);
        return line;
    }

    @Override
    public void run() {
        commandLine(terminal).usage(terminal.out());
    }

    private static Duration duration(String text) {
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static List<String> known(CommandLine command) {
        List<String> known = new ArrayList<>(command.getSubcommands().keySet());
        known.addAll(command.getCommandSpec().optionsMap().keySet());
        return known;
    }

    private static int wrongUsage(Terminal terminal, ParameterException wrong) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        String suggestion = "";
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            suggestion = Typo.nearest(unmatched.getUnmatched().get(0), known(wrong.getCommandLine()))
                    .map(meant -> "; did you mean '" + meant + "'?")
                    .orElse("");
        }
        String message = String.valueOf(wrong.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
        terminal.err().println("redlock: " + message + suggestion + " (see " + command + " --help)");
        return ExitCode.USAGE;
    }
}
