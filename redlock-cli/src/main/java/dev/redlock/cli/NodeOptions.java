package dev.redlock.cli;

import dev.redlock.cli.config.Settings;
import dev.redlock.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which nodes, for every command that talks to them. */
final class NodeOptions {
    @Option(
            names = "--nodes",
            paramLabel = "URI,...",
            order = 90,
            description = {
                "The Redis nodes, such as redis://n1:6379,redis://n2:6379. Also REDLOCK_NODES.",
                "A password here can be read by everybody with ps; use REDLOCK_PASSWORD or the file."
            })
    private @Nullable String nodes;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            order = 91,
            description =
                    "Settings. Also REDLOCK_CONFIG, ~/.config/redlock/redlock.properties, /etc/redlock/redlock.properties.")
    private @Nullable Path config;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            order = 92,
            description = "With what the keys on the nodes begin; redlock by default. Also REDLOCK_PREFIX.")
    private @Nullable String prefix;

    @Option(
            names = {"-v", "--verbose"},
            order = 93,
            description = "Log to the error output.")
    private boolean verbose;

    Settings settings(Terminal terminal) {
        if (verbose) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
        }
        return Settings.of(
                terminal.environment(),
                Optional.ofNullable(config),
                Optional.ofNullable(nodes),
                Optional.ofNullable(prefix));
    }
}
