package dev.redlock;

import dev.redlock.testkit.redis.RedisNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** An address in front of a server, which may lead to another one later, as that of a failover pair, or become slow. */
final class Address implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile RedisNode target;
    private volatile Duration delay = Duration.ZERO;

    Address(RedisNode target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    String uri() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** Ends all connections; the next ones go to this server. */
    void leadTo(RedisNode other) {
        target = other;
        open.forEach(Address::end);
    }

    /** From now on, bytes need at least so long in each direction. */
    void slowDownTo(Duration each) {
        delay = each;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(target.host(), target.port());
                open.add(client);
                open.add(server);
                start("to the server", () -> pump(client, server));
                start("to the client", () -> pump(server, client));
            } catch (IOException closedOrDown) {
                // The client sees its connection end, as it would without us.
            }
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            byte[] buffer = new byte[8192];
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                LockSupport.parkNanos(delay.toNanos());
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // One end of the connection is gone; closing both says so to the other.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void start(String what, Runnable task) {
        Thread thread = new Thread(task, "address " + what);
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        open.forEach(Address::end);
    }
}
