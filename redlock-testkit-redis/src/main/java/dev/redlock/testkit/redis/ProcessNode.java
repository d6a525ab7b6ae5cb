package dev.redlock.testkit.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** A node whose server is a process of this machine. */
final class ProcessNode implements ManagedNode {
    private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(5);
    private static final String HOST = "127.0.0.1";

    private final ProcessProvider origin;
    private final Endpoint endpoint;
    private final NodeDirectory directory;
    private final Keeper keeper;
    private boolean hasMovableClock;

    ProcessNode(ProcessProvider origin, int port, List<String> serverArguments) {
        this.origin = origin;
        this.endpoint = Endpoint.of(HOST, port, serverArguments);
        this.directory = NodeDirectory.create();
        this.keeper = Keeper.of(directory.root(), command(serverArguments), environment());
    }

    private List<String> command(List<String> serverArguments) {
        List<String> command = new ArrayList<>(List.of(origin.executable().toString()));
        command.addAll(List.of("--bind", HOST, "--port", Integer.toString(endpoint.port())));
        command.addAll(List.of(
                "--dir",
                directory.data().toString(),
                "--logfile",
                directory.log().toString()));
        command.addAll(NodeProvider.DEFAULT_ARGUMENTS);
        command.addAll(List.of("--daemonize", "no"));
        command.addAll(serverArguments);
        return command;
    }

    private Map<String, String> environment() {
        String library = origin.shim().library().map(Object::toString).orElse("");
        return Map.of(
                "REDLOCK_PRELOAD", library, "REDLOCK_CLOCK", directory.clock().toString());
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
        return running().orElseThrow(() -> new IllegalStateException(uri() + " is not running"));
    }

    @Override
    public String provider() {
        return origin.description();
    }

    @Override
    public boolean isRunning() {
        return running().isPresent();
    }

    private OptionalLong running() {
        OptionalLong server = keeper.server();
        boolean isGone = server.isEmpty() || ProcessState.of(server.getAsLong()) == ProcessState.GONE;
        return isGone ? OptionalLong.empty() : server;
    }

    @Override
    public synchronized void kill() {
        if (keeper.server().isPresent()) {
            keeper.signal("KILL");
            keeper.awaitServerEnd();
        }
    }

    @Override
    public synchronized void stop() {
        if (keeper.server().isPresent()) {
            keeper.signal("TERM");
            keeper.signal("CONT");
            keeper.awaitServerEnd();
        }
    }

    @Override
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        // A server that ended by itself is still to be reaped.
        kill();
        long pid = keeper.startServer();
        // Its own pid must show, or we might be talking to somebody else's server that took the port first.
        if (!endpoint.awaitReady("process_id:" + pid + "\r\n", this::isRunning)) {
            kill();
            throw failedStart(directory.endOfLog());
        }
        hasMovableClock = origin.shim().isLoadedBy(pid);
    }

    private IllegalStateException failedStart(String log) {
        String message = origin.executable() + " does not start on port " + port() + ". The end of its log:" + log;
        return log.contains("Address already in use")
                ? new FreePort.PortTakenException(message)
                : new IllegalStateException(message);
    }

    @Override
    public synchronized void restartEmpty() {
        kill();
        directory.wipeData();
        start();
    }

    @Override
    public synchronized void restartWithData() {
        if (isRunning()) {
            resume();
            endpoint.shutdownWithSave();
            keeper.awaitServerEnd();
        }
        start();
    }

    @Override
    public synchronized void takeSnapshot() {
        endpoint.demand("SAVE");
        directory.copyDataAside();
    }

    @Override
    public synchronized void restartFromSnapshot() {
        if (!directory.hasCopy()) {
            throw new IllegalStateException("there is no snapshot: call takeSnapshot() first");
        }
        kill();
        directory.putCopyBack();
        start();
    }

    @Override
    public synchronized void pause() {
        signal("STOP", ProcessState.STOPPED);
    }

    @Override
    public synchronized void resume() {
        signal("CONT", ProcessState.ALIVE);
    }

    private void signal(String name, ProcessState expected) {
        long pid = pid();
        keeper.signal(name);
        long start = System.nanoTime();
        while (ProcessState.of(pid) != expected) {
            if (System.nanoTime() - start > SIGNAL_TIMEOUT.toNanos()) {
                throw new IllegalStateException(uri() + " is still " + ProcessState.of(pid) + " after SIG" + name);
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    @Override
    public synchronized boolean canMoveClock() {
        return hasMovableClock;
    }

    @Override
    public synchronized void moveClock(Duration offset) {
        if (!hasMovableClock) {
            throw new UnsupportedOperationException(
                    origin.shim().library().isEmpty()
                            ? origin.shim().missing()
                            : "moving the clock needs a dynamically linked redis-server; " + origin.executable()
                                    + " is not");
        }
        directory.writeClockOffset(offset);
    }

    @Override
    public String command(String... words) {
        return endpoint.ask(words).text();
    }

    /** A paused server is not resumed, since it would first do what the test before has sent to it. */
    @Override
    public synchronized void reset() {
        directory.writeClockOffset(Duration.ZERO);
        OptionalLong server = running();
        boolean isHealthy = server.isPresent() && ProcessState.of(server.getAsLong()) == ProcessState.ALIVE;
        if (!isHealthy || !endpoint.empty()) {
            restartEmpty();
        }
        directory.forgetSavedKeys();
    }

    @Override
    public synchronized void close() {
        keeper.close();
    }

    @Override
    public String toString() {
        return uri();
    }
}
