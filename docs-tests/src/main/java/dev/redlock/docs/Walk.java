package dev.redlock.docs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Follows pages word for word, in a folder and with an environment as a new user would have them.
 *
 * @param patience for each command
 */
record Walk(Path folder, Map<String, String> environment, Duration patience, PrintStream out) {

    /** The first thing that did not go as the page says; what comes after it would not either. */
    Optional<String> follow(Page page) throws IOException, InterruptedException {
        List<Step> steps = Steps.of(page);
        if (steps.isEmpty()) {
            return Optional.empty();
        }
        out.println(page.name());
        Shell shell = Shell.open(folder, environment);
        Thread inCaseOfASignal = new Thread(shell::kill);
        Runtime.getRuntime().addShutdownHook(inCaseOfASignal);
        try (shell) {
            for (Step step : steps) {
                Optional<String> trouble = take(step, shell);
                if (trouble.isPresent()) {
                    shell.kill();
                    return trouble;
                }
            }
        } finally {
            Runtime.getRuntime().removeShutdownHook(inCaseOfASignal);
        }
        return Optional.empty();
    }

    private Optional<String> take(Step step, Shell shell) throws IOException, InterruptedException {
        if (step instanceof Step.Save save) {
            Path file = folder.resolve(save.file()).normalize();
            Files.createDirectories(file.resolveSibling("."));
            Files.write(file, save.text());
            return Optional.empty();
        } else if (step instanceof Step.Skip skip) {
            out.printf("     -    %s  (not run: %s)%n", firstLine(skip.command()), skip.reason());
            return Optional.empty();
        }
        return type((Step.Type) step, shell);
    }

    private Optional<String> type(Step.Type step, Shell shell) throws InterruptedException {
        long start = System.nanoTime();
        Shell.Result result = shell.run(step.command(), patience);
        Optional<String> trouble = trouble(step, result);
        double seconds = (System.nanoTime() - start) / 1e9;
        out.printf("%8.1f s %s%n", seconds, firstLine(step.command()));
        return trouble.map(what -> step.place() + ": " + step.command() + "\n" + what + "\nThis is what came:\n"
                + String.join("\n", result.output()));
    }

    private Optional<String> trouble(Step.Type step, Shell.Result result) {
        OptionalInt code = result.exitCode();
        if (code.isEmpty()) {
            return Optional.of("did not come to an end within " + patience.toSeconds() + " s, or ended the shell");
        } else if (code.getAsInt() != 0 && !step.codeIsShown()) {
            return Optional.of("ended with " + code.getAsInt());
        }
        return step.shown().flatMap(shown -> Likeness.difference(shown, result.output()));
    }

    private static String firstLine(String command) {
        return command.lines().findFirst().orElse("");
    }
}
