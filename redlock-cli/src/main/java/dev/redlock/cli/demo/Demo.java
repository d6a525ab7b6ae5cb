package dev.redlock.cli.demo;

import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.terminal.Paint;
import dev.redlock.cli.terminal.Terminal;
import dev.redlock.cli.terminal.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The main job, from the start of the nodes to the table at the end. */
public final class Demo {
    private final Terminal terminal;

    public Demo(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the exit code: zero if every step behaved as told. */
    public int run(Optional<Path> html) throws IOException, InterruptedException {
        html.ifPresent(Demo::requireWritable);
        long start = System.nanoTime();
        List<Story.Told> told;
        try (Narrator narrator = new Narrator(terminal)) {
            narrator.print(narrator.paint().bold("redlock demo")
                    + "  a payout service with several replicas must not pay twice");
            narrator.doing("starting 5 Redis servers and a ledger");
            told = tell(narrator);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            new Story(narrator).table(told);
            end(narrator, told, took);
            if (html.isPresent()) {
                Files.writeString(html.get(), Timeline.of(told, took));
                narrator.print("The timeline is in " + html.get() + ".");
            }
        }
        return Story.isAsTold(told) ? ExitCode.OK : ExitCode.CRITICAL;
    }

    private static List<Story.Told> tell(Narrator narrator) throws InterruptedException {
        try (Stage stage = Stage.set()) {
            narrator.print("5 real Redis servers (" + stage.nodes().node(0).provider()
                    + ") and a ledger (H2) run here, until the demo ends.");
            return new Story(narrator).tell(steps(stage));
        } catch (IOException | java.sql.SQLException | IllegalStateException e) {
            throw new CliException(ExitCode.SETUP, "the demo could not be set up: " + e.getMessage());
        }
    }

    private static List<Step> steps(Stage stage) {
        return List.of(
                new FirstPayout(stage),
                new TwoRivals(stage),
                new DeadNode(stage),
                new Partition(stage),
                new StoppedHolder(stage, Teller.Kind.REDISSON),
                new StoppedHolder(stage, Teller.Kind.REDLOCK),
                new WipedNode(stage));
    }

    private static void end(Narrator narrator, List<Story.Told> told, Duration took) {
        Paint paint = narrator.paint();
        long claims = told.stream()
                .flatMap(step -> step.lines().stream())
                .filter(line -> line.kind() == Scene.Line.Kind.PROVED)
                .count();
        if (Story.isAsTold(told)) {
            narrator.print(paint.green(
                    "Everything behaved as told: " + claims + " claims checked in " + Times.of(took) + "."));
        } else {
            narrator.print(paint.red("Not everything behaved as told; see the lines marked above."));
        }
        narrator.print("");
        narrator.print("Where to go next");
        narrator.print("  in your code          " + paint.cyan("README.md") + ", five lines");
        narrator.print("  what it promises      " + paint.cyan("docs/guarantees.md") + ", and what not");
        narrator.print("  the other half        " + paint.cyan("docs/fencing.md") + ", how the ledger refused");
        narrator.print("  for cron jobs         " + paint.cyan("./redlock exec NAME -- COMMAND"));
        narrator.print("  with your own nodes   " + paint.cyan("./redlock doctor --nodes redis://n1:6379,..."));
    }

    private static void requireWritable(Path html) {
        Path folder = html.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(html)) {
            throw new CliException(ExitCode.USAGE, "--html: " + html + " cannot be written");
        }
    }
}
