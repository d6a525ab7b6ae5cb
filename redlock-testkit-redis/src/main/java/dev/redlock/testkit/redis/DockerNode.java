package dev.redlock.testkit.redis;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** A node whose server is a container. The port on this machine is fixed, so that a new container can take it over. */
final class DockerNode implements ManagedNode {
    private static final Duration STATE_TIMEOUT = Duration.ofSeconds(15);
    private static final String DATA = "/data";
    private static final String LOOPBACK = "127.0.0.1";

    private final DockerClient docker = DockerClientFactory.instance().client();
    private final Endpoint endpoint;
    private final List<String> serverArguments;
    private GenericContainer<?> container;
    private Optional<byte[]> snapshot = Optional.empty();
    private boolean hasSaved;
    private boolean isClosed;

    DockerNode(int port, List<String> serverArguments) {
        String host = DockerClientFactory.instance().dockerHostIpAddress();
        // One of the addresses that "localhost" may stand for is the one the port is bound to.
        this.endpoint = Endpoint.of(host.equals("localhost") ? LOOPBACK : host, port, serverArguments);
        this.serverArguments = serverArguments;
        this.container = newContainer();
    }

    private GenericContainer<?> newContainer() {
        List<String> command = new ArrayList<>(NodeProvider.DEFAULT_ARGUMENTS);
        command.addAll(List.of("--dir", DATA));
        command.addAll(serverArguments);
        PortBinding binding = PortBinding.parse((host().equals(LOOPBACK) ? LOOPBACK + ":" : "") + port() + ":6379");
        return new GenericContainer<>(DockerImageName.parse(DockerProvider.IMAGE))
                .withCommand(command.toArray(String[]::new))
                .withCreateContainerCmdModifier(create -> create.withExposedPorts(binding.getExposedPort())
                        .withHostConfig(HostConfig.newHostConfig().withPortBindings(binding)))
                .waitingFor(new AbstractWaitStrategy() {
                    @Override
                    protected void waitUntilReady() {
                        awaitReady();
                    }
                });
    }

    private void awaitReady() {
        if (!endpoint.awaitReady("redis_version:", this::isRunning)) {
            throw new IllegalStateException(uri() + " does not answer. The log of its container:\n" + log());
        }
    }

    @Override
    public String uri() {
        return endpoint.uri();
    }

    @Override
    public String host() {
        return endpoint.host();
    }

    @Override
    public int port() {
        return endpoint.port();
    }

    @Override
    public long pid() {
        throw new UnsupportedOperationException("the server runs in a container and has no pid here; " + asProcess());
    }

    @Override
    public String provider() {
        return "docker " + DockerProvider.IMAGE;
    }

    private static String asProcess() {
        return "set " + ProviderChoice.PROPERTY + " to path or embedded";
    }

    @Override
    public boolean isRunning() {
        return hasState(state -> Boolean.TRUE.equals(state.getRunning()));
    }

    private boolean isPaused() {
        return hasState(state -> Boolean.TRUE.equals(state.getPaused()));
    }

    private boolean hasState(Predicate<ContainerState> wanted) {
        String id = container.getContainerId();
        try {
            return id != null
                    && wanted.test(docker.inspectContainerCmd(id).exec().getState());
        } catch (NotFoundException e) {
            return false;
        }
    }

    @Override
    public synchronized void kill() {
        if (isRunning()) {
            docker.killContainerCmd(container.getContainerId()).exec();
            awaitEnd();
        }
    }

    private void awaitEnd() {
        long start = System.nanoTime();
        while (isRunning()) {
            if (System.nanoTime() - start > STATE_TIMEOUT.toNanos()) {
                throw new IllegalStateException("the container of " + uri() + " does not end");
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    @Override
    public synchronized void stop() {
        if (isPaused()) {
            resume();
        }
        if (isRunning()) {
            docker.stopContainerCmd(container.getContainerId()).exec();
        }
    }

    @Override
    public synchronized void start() {
        if (isClosed) {
            throw new IllegalStateException("this node is closed");
        }
        if (container.getContainerId() == null) {
            startNewContainer();
        } else if (!isRunning()) {
            docker.startContainerCmd(container.getContainerId()).exec();
            awaitReady();
        }
    }

    private void startNewContainer() {
        try {
            container.start();
        } catch (ContainerLaunchException e) {
            String cause = rootOf(e).getMessage();
            String message = "no container of " + DockerProvider.IMAGE + " starts (does 'docker pull' get it?): "
                    + cause + "\n" + log();
            throw message.contains("already allocated") || message.contains("address already in use")
                    ? new FreePort.PortTakenException(message)
                    : new IllegalStateException(message, e);
        }
    }

    /** Asked for by ourselves, since Testcontainers leaves it out if the server ends very early. */
    private String log() {
        try {
            return container.getContainerId() == null ? "" : container.getLogs().strip();
        } catch (NotFoundException e) {
            return "";
        }
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
    }

    @Override
    public synchronized void restartEmpty() {
        container.stop();
        container = newContainer();
        hasSaved = false;
        startNewContainer();
    }

    @Override
    public synchronized void restartWithData() {
        if (isPaused()) {
            resume();
        }
        if (isRunning()) {
            hasSaved = true;
            endpoint.shutdownWithSave();
            awaitEnd();
        }
        start();
    }

    @Override
    public synchronized void takeSnapshot() {
        hasSaved = true;
        endpoint.demand("SAVE");
        try (InputStream tar = docker.copyArchiveFromContainerCmd(container.getContainerId(), DATA + "/.")
                .exec()) {
            snapshot = Optional.of(tar.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was written since is overwritten or, being of no file that the snapshot knows, not looked at by Redis. */
    @Override
    public synchronized void restartFromSnapshot() {
        byte[] tar = snapshot.orElseThrow(
                () -> new IllegalStateException("there is no snapshot: call takeSnapshot() first"));
        kill();
        docker.copyArchiveToContainerCmd(container.getContainerId())
                .withRemotePath(DATA)
                .withTarInputStream(new ByteArrayInputStream(tar))
                .exec();
        start();
    }

    @Override
    public synchronized void pause() {
        if (!isPaused()) {
            docker.pauseContainerCmd(container.getContainerId()).exec();
        }
    }

    @Override
    public synchronized void resume() {
        if (isPaused()) {
            docker.unpauseContainerCmd(container.getContainerId()).exec();
        }
    }

    @Override
    public boolean canMoveClock() {
        return false;
    }

    @Override
    public void moveClock(Duration offset) {
        throw new UnsupportedOperationException("a container shares the clock of its machine; " + asProcess());
    }

    @Override
    public String command(String... words) {
        return endpoint.ask(words).text();
    }

    /** A container cannot lose a saved dump while it runs, so one that was ever asked to save is replaced as well. */
    @Override
    public synchronized void reset() {
        boolean isFresh = isRunning() && !isPaused() && !hasSaved;
        snapshot = Optional.empty();
        if (!isFresh || !endpoint.empty()) {
            restartEmpty();
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        container.stop();
    }

    @Override
    public String toString() {
        return uri();
    }
}
