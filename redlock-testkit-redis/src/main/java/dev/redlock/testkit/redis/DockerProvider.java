package dev.redlock.testkit.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/** Runs each node in a container. */
final class DockerProvider implements NodeProvider {
    static final String IMAGE = "redis:7.2-alpine";

    private DockerProvider() {}

    static Optional<NodeProvider> ifAvailable() {
        return looksInstalled() && DockerClientFactory.instance().isDockerAvailable()
                ? Optional.of(new DockerProvider())
                : Optional.empty();
    }

    /** Looked at first, because Testcontainers takes seconds and many lines of log to find out that there is none. */
    private static boolean looksInstalled() {
        return System.getenv("DOCKER_HOST") != null
                || Stream.of(
                                Path.of("/var/run/docker.sock"),
                                Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"))
                        .anyMatch(Files::exists);
    }

    @Override
    public String description() {
        return "docker " + IMAGE;
    }

    @Override
    public ManagedNode start(List<String> serverArguments) {
        return FreePort.withRetries(port -> {
            DockerNode node = new DockerNode(port, serverArguments);
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
