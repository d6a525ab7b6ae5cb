package dev.redlock.cli;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInterruptedException;
import dev.redlock.NodeAnswer;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.WrongSetupException;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.locks.LockText;
import dev.redlock.cli.terminal.Terminal;
import java.util.List;
import java.util.stream.Collectors;

/** Says in one line what went wrong, and with which exit code. */
record Failures(Terminal terminal) {

    int report(Exception failure) {
        int exitCode = exitCode(failure);
        String message = failure instanceof QuorumUnavailableException unavailable
                ? noQuorum(unavailable.nodes())
                : String.valueOf(failure.getMessage());
        if (exitCode == ExitCode.DEFECT) {
            terminal.err().println("redlock: this is a defect of redlock, please report it: " + failure);
            failure.printStackTrace(terminal.err());
        } else {
            terminal.err().println("redlock: " + LockText.shown(message.strip()));
        }
        return exitCode;
    }

    private static int exitCode(Exception failure) {
        if (failure instanceof CliException expected) {
            return expected.exitCode();
        } else if (failure instanceof LockHeldException) {
            return ExitCode.HELD;
        } else if (failure instanceof QuorumUnavailableException) {
            return ExitCode.NO_QUORUM;
        } else if (failure instanceof LeaseLostException) {
            return ExitCode.LOST;
        } else if (failure instanceof WrongSetupException) {
            return ExitCode.SETUP;
        } else if (failure instanceof IllegalArgumentException) {
            return ExitCode.USAGE;
        }
        return failure instanceof LockInterruptedException ? ExitCode.SIGNAL + 2 : ExitCode.DEFECT;
    }

    private static String noQuorum(List<NodeAnswer> nodes) {
        int needed = nodes.size() / 2 + 1;
        return "no quorum: " + needed + " of " + nodes.size() + " nodes are needed; "
                + nodes.stream().map(NodeAnswer::toString).collect(Collectors.joining("; "));
    }
}
