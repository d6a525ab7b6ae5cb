package dev.redlock.cli.exec;

import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds programs as a shell does. */
public final class Program {
    private Program() {}

    /** Before the lock is taken: a job that cannot be started should not wait for its turn. */
    public static void require(String command, Map<String, String> environment) {
        Optional<Path> found = command.indexOf('/') >= 0 ? Optional.of(Path.of(command)) : onPath(command, environment);
        if (found.isEmpty() || Files.notExists(found.get())) {
            throw new CliException(ExitCode.NOT_FOUND, "there is no command '" + command + "'");
        }
        if (Files.isDirectory(found.get()) || !Files.isExecutable(found.get())) {
            throw new CliException(ExitCode.NOT_EXECUTABLE, "'" + command + "' cannot be run: it is not executable");
        }
    }

    static Optional<Path> onPath(String command, Map<String, String> environment) {
        List<Path> there = Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(Files::isRegularFile)
                .toList();
        return there.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .or(() -> there.stream().findFirst());
    }
}
