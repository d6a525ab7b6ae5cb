package dev.redlock.cli;

import dev.redlock.LockStatus;
import dev.redlock.LockStatus.Vote;
import dev.redlock.Redlock;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.locks.LockJson;
import dev.redlock.cli.locks.LockState;
import dev.redlock.cli.locks.LockText;
import dev.redlock.cli.terminal.Json;
import dev.redlock.cli.terminal.Terminal;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "unlock",
        description = "Take a lock away from whoever holds it. Shows the holder and asks first.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  redlock unlock --force payout:42",
            "  redlock unlock --force --yes payout:42       without a question",
            "",
            "The holder is not stopped: it hears of it at its next renewal, and until then only its",
            "fencing token keeps it from doing harm."
        })
final class UnlockCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Option(names = "--force", description = "That it is meant: the lock belongs to somebody else.")
    private boolean force;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    @Option(names = "--json", description = "For programs: what was there before. Needs --yes.")
    private boolean json;

    UnlockCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!force) {
            throw new CliException(
                    ExitCode.USAGE, "unlock takes the lock from its holder; say --force if that is meant");
        }
        if (json && !yes) {
            throw new CliException(ExitCode.USAGE, "--json asks no questions; add --yes");
        }
        try (Redlock redlock = Observer.of(nodes.settings(terminal))) {
            LockState before = LockState.of(redlock.inspect(name));
            Observer.requireAnswers(before.status().nodes(), before.answered());
            if (before.status().nodes().stream().allMatch(node -> node.vote().isEmpty())) {
                terminal.out().println(json ? Json.of(LockJson.of(before)) : LockText.shown(name) + " is not held");
                return before.kind() == LockState.Kind.FREE ? ExitCode.OK : ExitCode.NO_QUORUM;
            }
            return yes || confirmed(before) ? release(redlock) : refused();
        }
    }

    private boolean confirmed(LockState before) {
        new LockText(terminal.paint(), Instant.now()).details(before).forEach(terminal.err()::println);
        if (!terminal.asksPeople()) {
            throw new CliException(ExitCode.USAGE, "nobody is there to be asked; add --yes");
        }
        terminal.err().println();
        return terminal.confirms("Take " + LockText.shown(name)
                + " away? Its holder goes on until its next renewal, and only its token keeps it from doing harm.");
    }

    private int release(Redlock redlock) {
        LockState taken = LockState.of(redlock.forceRelease(name));
        LockStatus after = redlock.inspect(name);
        LockState left = LockState.of(after);
        if (json) {
            terminal.out().println(Json.of(LockJson.of(taken)));
        } else {
            long votes = taken.status().nodes().stream()
                    .filter(node -> node.vote().isPresent())
                    .count();
            Optional<Vote> holder = taken.holder();
            terminal.out()
                    .println(LockText.shown(name) + " taken away"
                            + holder.map(vote -> " from " + LockText.shown(vote.owner()))
                                    .orElse("") + ", " + votes + " of "
                            + after.nodes().size() + " votes");
        }
        if (left.kind() == LockState.Kind.UNKNOWN) {
            throw new CliException(
                    ExitCode.NO_QUORUM,
                    "only " + left.answered() + " of " + after.nodes().size()
                            + " nodes answered; on the others the vote lasts until its ttl is over");
        }
        return ExitCode.OK;
    }

    private int refused() {
        terminal.err().println("nothing was changed");
        return ExitCode.HELD;
    }
}
