package dev.redlock.cli.config;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was chosen: an option goes before the environment, the environment before the configuration file. */
public final class Settings {
    private static final Duration DEFAULT_MAX_TTL = Duration.ofSeconds(60);

    private final Map<String, String> environment;
    private final ConfigFile file;
    private final Optional<String> nodes;
    private final Optional<String> prefix;

    private Settings(
            Map<String, String> environment, ConfigFile file, Optional<String> nodes, Optional<String> prefix) {
        this.environment = environment;
        this.file = file;
        this.nodes = nodes;
        this.prefix = prefix;
    }

    /** From the command line, where the last three come from, and whatever it leaves open. */
    public static Settings of(
            Map<String, String> environment, Optional<Path> config, Optional<String> nodes, Optional<String> prefix) {
        return new Settings(environment, ConfigFile.find(config, environment), nodes, prefix);
    }

    /** The addresses of the nodes, with their passwords: not to be shown. */
    public List<String> nodes() {
        Optional<String> text = nodes.or(() -> ConfigFile.variable(environment, "REDLOCK_NODES"))
                .or(() -> value("nodes"));
        List<String> parsed = text.map(NodeList::parse).orElse(List.of());
        if (parsed.isEmpty()) {
            throw new CliException(
                    ExitCode.USAGE,
                    "no nodes are given; use --nodes redis://n1:6379,redis://n2:6379,redis://n3:6379, the variable"
                            + " REDLOCK_NODES, or 'nodes=' in "
                            + ConfigFile.usual(environment).get(0));
        }
        Optional<String> username =
                ConfigFile.variable(environment, "REDLOCK_USERNAME").or(() -> value("username"));
        Optional<String> password =
                ConfigFile.variable(environment, "REDLOCK_PASSWORD").or(() -> value("password"));
        return NodeList.withCredentials(parsed, username, password);
    }

    /** Whether a password stands on the command line, where everybody on this machine can read it. */
    public boolean showsPassword() {
        return nodes.filter(NodeList::hasCredentials).isPresent();
    }

    public ConfigFile file() {
        return file;
    }

    public String prefix() {
        return prefix.or(() -> ConfigFile.variable(environment, "REDLOCK_PREFIX"))
                .or(() -> value("prefix"))
                .orElse("redlock");
    }

    public Optional<String> owner() {
        return value("owner");
    }

    public Duration ttl() {
        return duration("ttl").orElse(LockOptions.defaults().ttl());
    }

    public Duration waitTimeout() {
        return duration("wait").orElse(LockOptions.defaults().waitTimeout());
    }

    public Duration maxHold() {
        return duration("max-hold").orElse(LockOptions.defaults().maxHold());
    }

    public Duration maxTtl() {
        return duration("max-ttl").orElse(DEFAULT_MAX_TTL);
    }

    public Optional<Duration> grace() {
        return duration("grace");
    }

    /** For a client of these nodes, with everything that does not depend on what it is for. */
    public RedlockBuilder client() {
        return Redlock.builder().nodes(nodes().toArray(String[]::new)).keyPrefix(prefix());
    }

    private Optional<String> value(String key) {
        return Optional.ofNullable(file.values().get(key)).filter(value -> !value.isEmpty());
    }

    private Optional<Duration> duration(String key) {
        try {
            return value(key).map(DurationText::parse);
        } catch (IllegalArgumentException e) {
            throw new CliException(
                    ExitCode.SETUP,
                    "'" + key + "' in " + file.path().map(Path::toString).orElse("") + ": " + e.getMessage());
        }
    }
}
