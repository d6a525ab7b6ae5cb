package dev.redlock.cli.doctor;

import dev.redlock.LockStatus.NodeView;
import dev.redlock.cli.config.Settings;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Examines all nodes at once, and the way their passwords are kept. */
public final class Doctor {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private final Settings settings;

    public Doctor(Settings settings) {
        this.settings = settings;
    }

    /** Asks every node; {@code seen} is what a client makes of them, in the same order. */
    public List<Examination> examine(List<NodeView> seen) {
        List<String> uris = settings.nodes();
        ExecutorService threads = Executors.newFixedThreadPool(uris.size());
        RedisClient client = RedisClient.create();
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .socketOptions(
                        SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
                .build());
        try {
            Probe probe = new Probe(client, settings.prefix());
            List<CompletableFuture<Examination>> asked = new ArrayList<>();
            for (int node = 0; node < uris.size(); node++) {
                RedisURI uri = RedisURI.create(uris.get(node));
                NodeView view = seen.get(node);
                asked.add(
                        CompletableFuture.supplyAsync(() -> probe.examine(uri, view.node(), view.standing()), threads));
            }
            return asked.stream().map(CompletableFuture::join).toList();
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
            threads.shutdown();
        }
    }

    /** What follows from the answers, and from how the passwords are kept. */
    public List<Finding> findings(List<Examination> nodes) {
        List<Finding> findings = new ArrayList<>(Checks.of(nodes));
        if (settings.showsPassword()) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "here",
                    "a password stands on the command line",
                    "everybody on this machine can read it (ps)",
                    "put it into REDLOCK_PASSWORD, REDLOCK_NODES or the configuration file"));
        }
        settings.file()
                .path()
                .filter(path -> holdsPassword() && isReadableByOthers(path))
                .ifPresent(path -> findings.add(new Finding(
                        Severity.WARNING,
                        path.toString(),
                        "holds a password and can be read by others",
                        "everybody on this machine can take every lock, and take it away",
                        "chmod 600 " + path)));
        return findings;
    }

    private boolean holdsPassword() {
        return settings.file().values().containsKey("password")
                || settings.file().values().getOrDefault("nodes", "").indexOf('@') >= 0;
    }

    private static boolean isReadableByOthers(Path path) {
        try {
            return Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
