package dev.redlock.testkit.redis;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides where the nodes come from, once per JVM, and says so in the log. */
final class ProviderChoice {
    static final String PROPERTY = "redlock.testkit.provider";
    static final String WHAT_TO_INSTALL =
            "start a Docker engine or install redis-server (apt-get install redis-server, brew install redis)";

    private static final Logger LOG = LoggerFactory.getLogger(ProviderChoice.class);
    private static final String AUTOMATIC = "";
    private static final Map<String, NodeProvider> CHOSEN = new ConcurrentHashMap<>();

    private ProviderChoice() {}

    static NodeProvider current() {
        return CHOSEN.computeIfAbsent(System.getProperty(PROPERTY, AUTOMATIC), ProviderChoice::choose);
    }

    private static NodeProvider choose(String wanted) {
        NodeProvider provider = switch (wanted) {
            case "docker" -> DockerProvider.ifAvailable().orElseThrow(() -> missing("no Docker engine answers"));
            case "path" -> onPath().orElseThrow(() -> missing("there is no redis-server on the PATH"));
            case "embedded" -> ProcessProvider.embedded();
            case AUTOMATIC ->
                DockerProvider.ifAvailable().or(ProviderChoice::onPath).orElseGet(ProcessProvider::embedded);
            default ->
                throw new IllegalArgumentException(
                        PROPERTY + " must be docker, path or embedded, got '" + wanted + "'");
        };
        LOG.info("Redis nodes for tests: {}", provider.description());
        return provider;
    }

    private static Optional<NodeProvider> onPath() {
        return ProcessProvider.fromPath(
                Optional.ofNullable(System.getenv("PATH")).orElse(""));
    }

    private static IllegalStateException missing(String what) {
        return new IllegalStateException(what + "; " + WHAT_TO_INSTALL + ", or leave " + PROPERTY + " unset");
    }
}
