package dev.redlock.cli;

import dev.redlock.Redlock;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.locks.LockJson;
import dev.redlock.cli.locks.LockText;
import dev.redlock.cli.locks.Survey;
import dev.redlock.cli.terminal.Json;
import dev.redlock.cli.terminal.Terminal;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        description = "List the locks that anybody holds.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  redlock list",
            "  redlock list 'payout:*'",
            "  redlock list --json | jq -r '.[].name'",
            "",
            "Reads all keys of the nodes, a page at a time. Exit code 69 if too few nodes answered."
        })
final class ListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = "*",
            description = "Only names that fit; * stands for any text.")
    private String pattern = "*";

    @Option(names = "--json", description = "For programs.")
    private boolean json;

    ListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Redlock redlock = Observer.of(nodes.settings(terminal))) {
            Survey survey = Survey.of(redlock, pattern);
            Observer.requireAnswers(survey.nodes(), survey.answered());
            if (json) {
                terminal.out()
                        .println(Json.of(
                                survey.locks().stream().map(LockJson::of).toList()));
            } else if (survey.locks().isEmpty()) {
                terminal.out().println("no locks" + (pattern.equals("*") ? "" : " that fit " + pattern));
            } else {
                new LockText(terminal.paint(), Instant.now())
                        .overview(survey.locks())
                        .forEach(terminal.out()::println);
            }
            survey.remarks(terminal.paint()).forEach(terminal.err()::println);
            return survey.isComplete() ? ExitCode.OK : ExitCode.NO_QUORUM;
        }
    }
}
