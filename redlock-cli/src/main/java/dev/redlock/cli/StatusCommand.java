package dev.redlock.cli;

import dev.redlock.Redlock;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.locks.LockJson;
import dev.redlock.cli.locks.LockState;
import dev.redlock.cli.locks.LockText;
import dev.redlock.cli.terminal.Json;
import dev.redlock.cli.terminal.Terminal;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "status",
        description = "Show who holds a lock: since when, until when, with which token, node by node.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  redlock status payout:42",
            "  redlock status payout:42 --json | jq .holder.owner",
            "",
            "Exit code 69 if too few nodes answered to tell. Looking changes nothing on the nodes."
        })
final class StatusCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Option(names = "--json", description = "For programs.")
    private boolean json;

    StatusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Redlock redlock = Observer.of(nodes.settings(terminal))) {
            LockState state = LockState.of(redlock.inspect(name));
            Observer.requireAnswers(state.status().nodes(), state.answered());
            if (json) {
                terminal.out().println(Json.of(LockJson.of(state)));
            } else {
                new LockText(terminal.paint(), Instant.now()).details(state).forEach(terminal.out()::println);
            }
            return state.kind() == LockState.Kind.UNKNOWN ? ExitCode.NO_QUORUM : ExitCode.OK;
        }
    }
}
