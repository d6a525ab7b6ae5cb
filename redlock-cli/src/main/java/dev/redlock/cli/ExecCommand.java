package dev.redlock.cli;

import dev.redlock.LockHeldException;
import dev.redlock.LockOptions;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.config.DurationText;
import dev.redlock.cli.config.Settings;
import dev.redlock.cli.exec.Job;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.terminal.Terminal;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "exec",
        customSynopsis = "redlock exec NAME [OPTIONS] -- COMMAND [ARGUMENTS]",
        description = "Run a command under a lock, and end it with everything it has started before the lock ends.",
        sortOptions = false,
        footerHeading = "%nThe command sees:%n",
        footer = {
            "  FENCING_TOKEN        larger for every later holder: pass it on to what the lock protects",
            "  REDLOCK_NAME         the name of the lock",
            "  REDLOCK_VALID_UNTIL  seconds since 1970: until when the lease lasts if it is never renewed",
            "",
            "Exit code: that of the command. Otherwise 75 held, 69 no quorum, 76 lost, 64 usage, 78 set-up,",
            "126 and 127 if there is no such command, 128+n ended by a signal.",
            "",
            "Examples:",
            "  redlock exec nightly-report --no-wait -- ./report.sh",
            "  redlock exec payout:42 --ttl 1m --max-hold 10m -- sh -c 'pay --fence $FENCING_TOKEN'",
            "  0 3 * * * redlock exec backup --no-wait --held-exit-code 0 -- /usr/local/bin/backup"
        })
final class ExecCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "What to run, after --.")
    private List<String> command = new ArrayList<>();

    @Option(names = "--wait", paramLabel = "DURATION", description = "How long to wait for the lock; 5s by default.")
    private @Nullable Duration wait;

    @Option(names = "--no-wait", description = "Try once. Exit code 75 if somebody else has it.")
    private boolean noWait;

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            description = "After so long without renewal the nodes free the lock; 30s by default.")
    private @Nullable Duration ttl;

    @Option(
            names = "--max-hold",
            paramLabel = "DURATION",
            description = "The command is ended after so long; 1h by default.")
    private @Nullable Duration maxHold;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            description = "From TERM to KILL when the lock is lost; a quarter of the ttl, at most 5s, by default.")
    private @Nullable Duration grace;

    @Option(
            names = "--max-ttl",
            paramLabel = "DURATION",
            description = "The longest ttl of all clients; 1m by default. For so long a restarted node may not vote.")
    private @Nullable Duration maxTtl;

    @Option(names = "--owner", paramLabel = "TEXT", description = "How others see you; host and process id by default.")
    private @Nullable String owner;

    @Option(
            names = {"-E", "--held-exit-code"},
            paramLabel = "N",
            defaultValue = "75",
            description = "Exit code if somebody else has the lock; ${DEFAULT-VALUE} by default.")
    private int heldExitCode = ExitCode.HELD;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    ExecCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        if (noWait && wait != null) {
            throw new CliException(ExitCode.USAGE, "--wait and --no-wait exclude each other");
        }
        Settings settings = nodes.settings(terminal);
        LockOptions options = options(settings);
        Duration longest = Optional.ofNullable(maxTtl).orElseGet(settings::maxTtl);
        if (options.ttl().compareTo(longest) > 0) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--ttl " + DurationText.of(options.ttl()) + " is longer than --max-ttl " + DurationText.of(longest)
                            + ", for which a restarted node may not vote; the lock is renewed, so a shorter ttl will do");
        }
        Job job = Job.of(
                terminal, name, command, options, Optional.ofNullable(grace).or(settings::grace));
        RedlockBuilder client = settings.client().maxTtl(longest);
        Optional.ofNullable(owner).or(settings::owner).ifPresent(client::owner);
        try {
            return job.run(client.defaults(options));
        } catch (LockHeldException e) {
            throw new CliException(heldExitCode, held(e));
        }
    }

    private String held(LockHeldException e) {
        return "lock '" + name + "' "
                + e.owner().map(holder -> "is held by " + holder).orElse("is contended for")
                + e.remaining()
                        .map(left -> ", for another " + Times.of(left) + " unless renewed")
                        .orElse("");
    }

    private LockOptions options(Settings settings) {
        Duration patience = noWait ? Duration.ZERO : Optional.ofNullable(wait).orElseGet(settings::waitTimeout);
        return LockOptions.defaults()
                .withTtl(Optional.ofNullable(ttl).orElseGet(settings::ttl))
                .withMaxHold(Optional.ofNullable(maxHold).orElseGet(settings::maxHold))
                .withWaitTimeout(patience);
    }
}
