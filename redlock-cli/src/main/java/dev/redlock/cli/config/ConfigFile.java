package dev.redlock.cli.config;

import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The settings in a file of properties.
 *
 * @param path empty if there is no file
 */
public record ConfigFile(Optional<Path> path, Map<String, String> values) {
    /** What may stand in the file. */
    public static final List<String> KEYS =
            List.of("nodes", "username", "password", "prefix", "owner", "ttl", "wait", "max-hold", "max-ttl", "grace");

    private static final String NAME = "redlock.properties";

    /** The file that was asked for, else the first there is of the usual ones, else none. */
    public static ConfigFile find(Optional<Path> asked, Map<String, String> environment) {
        Optional<Path> wanted =
                asked.or(() -> variable(environment, "REDLOCK_CONFIG").map(Path::of));
        if (wanted.isPresent()) {
            return read(wanted.get());
        }
        return usual(environment).stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .map(ConfigFile::read)
                .orElseGet(() -> new ConfigFile(Optional.empty(), Map.of()));
    }

    /** Not the working directory: which lock a job takes must not depend on where it was started. */
    static List<Path> usual(Map<String, String> environment) {
        List<Path> usual = new ArrayList<>();
        variable(environment, "XDG_CONFIG_HOME")
                .map(Path::of)
                .or(() -> variable(environment, "HOME").map(home -> Path.of(home, ".config")))
                .ifPresent(folder -> usual.add(folder.resolve("redlock").resolve(NAME)));
        usual.add(Path.of("/etc/redlock", NAME));
        return usual;
    }

    static ConfigFile read(Path path) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new CliException(ExitCode.SETUP, "the configuration file " + path + " cannot be read: " + cause(e));
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (!KEYS.contains(key)) {
                throw unknown(path, key);
            }
            values.put(key, properties.getProperty(key).strip());
        }
        return new ConfigFile(Optional.of(path), values);
    }

    /** The message of a file system error is often the bare name of the file. */
    private static String cause(Exception e) {
        return e instanceof java.nio.file.NoSuchFileException
                ? "there is no such file"
                : String.valueOf(e.getMessage());
    }

    private static CliException unknown(Path path, String key) {
        String hint = Typo.nearest(key, KEYS)
                .map(known -> "did you mean '" + known + "'?")
                .orElse("known are " + String.join(", ", KEYS));
        return new CliException(
                ExitCode.SETUP, "the configuration file " + path + " has an unknown key '" + key + "'; " + hint);
    }

    static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }
}
