package dev.redlock.chaos.rig;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;

/** A real Toxiproxy: in a container where a Docker engine runs, else as a process of this machine. */
public final class Toxiproxy implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String IMAGE = "ghcr.io/shopify/toxiproxy:" + ToxiproxyProgram.VERSION;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PORT_TAKEN = "address already in use";
    private static final int PORTS_TO_TRY = 10;

    /** However this JVM ends, the pipe to the shell ends with it, and so does the program. */
    private static final String KEEPER = "\"$@\" >/dev/null 2>&1 & read -r end; kill -9 $!";

    private final ToxiproxyClient client;
    private final String description;
    private final Runnable end;

    private Toxiproxy(ToxiproxyClient client, String description, Runnable end) {
        this.client = client;
        this.description = description;
        this.end = end;
    }

    public static Toxiproxy start() {
        int port = Ports.free();
        Toxiproxy toxiproxy = dockerRuns() ? inContainer(port) : asProcess(ToxiproxyProgram.find(), port);
        toxiproxy.awaitReady();
        return toxiproxy;
    }

    /** The network of the machine itself, because nodes and clients are on it, and a proxy's port may be any. */
    private static Toxiproxy inContainer(int port) {
        GenericContainer<?> container =
                new GenericContainer<>(IMAGE).withNetworkMode("host").withCommand("-host=" + HOST, "-port=" + port);
        try {
            container.start();
        } catch (ContainerLaunchException e) {
            throw new IllegalStateException(
                    "no container of Toxiproxy starts (does 'docker pull " + IMAGE + "' get it?): "
                            + rootOf(e).getMessage(),
                    e);
        }
        return new Toxiproxy(new ToxiproxyClient(HOST, port), "docker " + IMAGE, container::stop);
    }

    private static Throwable rootOf(Throwable error) {
        return error.getCause() == null ? error : rootOf(error.getCause());
    }

    private static Toxiproxy asProcess(Path program, int port) {
        List<String> command =
                List.of("sh", "-c", KEEPER, "keeper", program.toString(), "-host=" + HOST, "-port=" + port);
        try {
            Process keeper = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new Toxiproxy(new ToxiproxyClient(HOST, port), program.toString(), () -> endOf(keeper));
        } catch (IOException e) {
            throw new UncheckedIOException(ToxiproxyProgram.WHAT_TO_INSTALL, e);
        }
    }

    /** Looked at first, because Testcontainers takes seconds to find out that there is no engine. */
    private static boolean dockerRuns() {
        boolean looksInstalled = System.getenv("DOCKER_HOST") != null
                || Stream.of(
                                Path.of("/var/run/docker.sock"),
                                Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"))
                        .anyMatch(Files::exists);
        return looksInstalled && DockerClientFactory.instance().isDockerAvailable();
    }

    private static void endOf(Process keeper) {
        try {
            keeper.getOutputStream().close();
            keeper.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady() {
        long start = System.nanoTime();
        while (true) {
            try {
                client.version();
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    close();
                    throw new IllegalStateException("Toxiproxy (" + description + ") does not answer", notYet);
                }
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }
        }
    }

    /** Where the program comes from. */
    public String description() {
        return description;
    }

    /**
     * A link of its own from one client to one server.
     *
     * @param scope the rig, in which the name is unique
     * @param name such as {@code A->node-3}
     */
    public Link link(String scope, String name, String upstreamHost, int upstreamPort) {
        return link(scope, name, upstreamHost + ":" + upstreamPort, Ports::free);
    }

    /** A port that was free a moment ago may have been taken by somebody else. */
    Link link(String scope, String name, String upstream, IntSupplier ports) {
        // The name becomes part of addresses that nobody escapes.
        String plainName = scope + "-" + name.replace("->", "-");
        for (int attempt = 1; ; attempt++) {
            int port = ports.getAsInt();
            try {
                return new Link(name, client.createProxy(plainName, HOST + ":" + port, upstream), port);
            } catch (IOException e) {
                if (attempt == PORTS_TO_TRY || !String.valueOf(e.getMessage()).contains(PORT_TAKEN)) {
                    throw new UncheckedIOException(
                            "no proxy for " + name + " at port " + port + ": " + e.getMessage(), e);
                }
            }
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
