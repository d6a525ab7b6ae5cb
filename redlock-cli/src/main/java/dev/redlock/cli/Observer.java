package dev.redlock.cli;

import dev.redlock.LockStatus.NodeView;
import dev.redlock.Redlock;
import dev.redlock.cli.config.Settings;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Clients that only look. */
final class Observer {
    private Observer() {}

    static Redlock of(Settings settings) {
        return settings.client()
                .observing()
                .closeTimeout(Duration.ofMillis(500))
                .connect();
    }

    /** With no answer at all there is nothing to show but the cause. */
    static void requireAnswers(List<NodeView> nodes, int answered) {
        if (answered == 0) {
            throw new CliException(
                    ExitCode.NO_QUORUM,
                    "none of " + nodes.size() + " nodes answered: "
                            + nodes.stream()
                                    .map(node -> node.node() + " " + node.standing())
                                    .collect(Collectors.joining("; ")));
        }
    }
}
