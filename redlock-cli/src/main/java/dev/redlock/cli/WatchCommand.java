package dev.redlock.cli;

import dev.redlock.Redlock;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.locks.Changes;
import dev.redlock.cli.locks.LockText;
import dev.redlock.cli.locks.Survey;
import dev.redlock.cli.terminal.Json;
import dev.redlock.cli.terminal.Terminal;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "watch",
        description = "Watch the locks live, until Ctrl-C. Into a pipe or with --json, a line for each change.",
        footerHeading = "%nExamples:%n",
        footer = {"  redlock watch", "  redlock watch 'payout:*' --every 500ms", "  redlock watch --json >> locks.log"})
final class WatchCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_REST = "\u001b[J";

    private final Terminal terminal;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = "*",
            description = "Only names that fit; * stands for any text.")
    private String pattern = "*";

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "How often to look; ${DEFAULT-VALUE} by default.")
    private Duration every = Duration.ofSeconds(1);

    @Option(names = "--times", paramLabel = "N", description = "End after so many looks.")
    private long times = Long.MAX_VALUE;

    @Option(names = "--json", description = "For programs: one object for each change.")
    private boolean json;

    WatchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (every.compareTo(SHORTEST) < 0) {
            throw new CliException(ExitCode.USAGE, "--every must be at least 100ms: each look reads all keys");
        }
        try (Redlock redlock = Observer.of(nodes.settings(terminal))) {
            Changes changes = new Changes();
            Survey survey = Survey.of(redlock, pattern);
            Observer.requireAnswers(survey.nodes(), survey.answered());
            show(changes, survey);
            for (long looks = 1; looks < times; looks++) {
                Thread.sleep(every.toMillis());
                survey = Survey.of(redlock, pattern);
                show(changes, survey);
            }
            return survey.isComplete() ? ExitCode.OK : ExitCode.NO_QUORUM;
        }
    }

    private void show(Changes changes, Survey survey) {
        Instant now = Instant.now();
        if (json) {
            changes.since(survey).forEach(change -> terminal.out().println(Json.of(change.json(now))));
        } else if (terminal.showsPeople()) {
            draw(survey, now);
        } else {
            changes.since(survey).forEach(change -> terminal.out().println(Times.of(now) + "  " + change.text()));
        }
        terminal.out().flush();
    }

    private void draw(Survey survey, Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.paint().bold("redlock watch " + LockText.shown(pattern)) + "  " + Times.of(now) + "  "
                + terminal.paint().dim("Ctrl-C to end"));
        lines.add("");
        if (survey.locks().isEmpty()) {
            lines.add("no locks");
        } else {
            lines.addAll(new LockText(terminal.paint(), now).overview(survey.locks()));
        }
        lines.add("");
        lines.addAll(survey.remarks(terminal.paint()));
        String screen = HOME + String.join(CLEAR_LINE + System.lineSeparator(), lines) + CLEAR_REST;
        terminal.out().print(screen);
    }
}
