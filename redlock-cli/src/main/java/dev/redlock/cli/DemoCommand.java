package dev.redlock.cli;

import dev.redlock.cli.demo.Demo;
import dev.redlock.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description =
                "See it work in a minute: real Redis nodes, real faults, every claim checked. Nothing to install.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  redlock demo",
            "  redlock demo --html timeline.html",
            "",
            "Exit code 2 if any step did not behave as told."
        })
final class DemoCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the timeline to a page, too.")
    private @Nullable Path html;

    DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        return new Demo(terminal).run(Optional.ofNullable(html));
    }
}
