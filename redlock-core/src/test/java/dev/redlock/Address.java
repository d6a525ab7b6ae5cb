package dev.redlock;

import dev.redlock.testkit.redis.RedisNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An address that leads to one server now and perhaps to another one later, as that of a failover pair does. */
final class Address implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile RedisNode target;

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
            from.getInputStream().transferTo(to.getOutputStream());
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
