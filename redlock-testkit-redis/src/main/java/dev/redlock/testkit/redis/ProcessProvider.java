package dev.redlock.testkit.redis;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** Runs a {@code redis-server} of this machine as processes. */
record ProcessProvider(String description, Path executable, ClockShim shim) implements NodeProvider {
    private static final Pattern VERSION = Pattern.compile("v=(\\S+)");

    /** The first {@code redis-server} in the folders of {@code path}, written as in the variable {@code PATH}. */
    static Optional<NodeProvider> fromPath(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(executable -> of("path", executable));
    }

    /** The binary that comes along with a dependency. */
    static NodeProvider embedded() {
        String resource = ExecutableProvider.newProvidedVersionsMap().get(OsArchitecture.detectOSandArchitecture());
        if (resource == null) {
            throw new IllegalStateException(
                    "there is no embedded Redis for this machine; " + ProviderChoice.WHAT_TO_INSTALL);
        }
        try {
            return of("embedded", CacheFolder.file(resource.replace("/", ""), target -> extract(resource, target)));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the embedded Redis cannot be unpacked (" + e + "); " + ProviderChoice.WHAT_TO_INSTALL, e);
        }
    }

    private static void extract(String resource, Path target) throws IOException {
        try (InputStream in = ExecutableProvider.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the jar of embedded-redis lacks " + resource);
            }
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            if (!target.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + target + " executable");
            }
        }
    }

    private static NodeProvider of(String kind, Path executable) {
        try {
            String output = Commands.output(List.of(executable.toString(), "--version"));
            Matcher version = VERSION.matcher(output);
            String description = kind + " " + (version.find() ? version.group(1) : output.strip());
            return new ProcessProvider(description, executable, ClockShim.forThisMachine());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the " + kind + " Redis does not run here (" + e.getMessage() + "); "
                            + ProviderChoice.WHAT_TO_INSTALL,
                    e);
        }
    }

    @Override
    public ManagedNode start(List<String> serverArguments) {
        return FreePort.withRetries(port -> {
            ProcessNode node = new ProcessNode(this, port, serverArguments);
            try {
                node.start();
                return node;
            } catch (RuntimeException e) {
                node.close();
                throw e;
            }
        });
    }
}
