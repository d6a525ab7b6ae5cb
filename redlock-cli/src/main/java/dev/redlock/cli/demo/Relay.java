package dev.redlock.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network link between a client and a node: bytes pass through here, until it is cut. */
public final class Relay implements AutoCloseable {
    private static final int BUFFER = 8192;

    private final InetSocketAddress target;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    public Relay(String host, int port) {
        target = new InetSocketAddress(host, port);
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(this::accept);
    }

    public String uri() {
        return "redis://" + door.getInetAddress().getHostAddress() + ":" + door.getLocalPort();
    }

    /** What is sent from now on is lost without a word, as in a partition. New connections get no answer either. */
    public void cut() {
        cut = true;
    }

    /** New connections get through again. The old ones have lost bytes, so they end. */
    public void mend() {
        closeAll();
        cut = false;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket();
                open.add(client);
                open.add(server);
                server.connect(target);
                run(() -> pump(client, server));
                run(() -> pump(server, client));
            }
        } catch (IOException closed) {
            // The end of the demo, or a node that is down: the client sees that nobody answers.
            if (!door.isClosed()) {
                closeAll();
                run(this::accept);
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!cut) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException ended) {
            // Closing both ends is all there is to do.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void closeAll() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException ended) {
                // It is closed, then.
            }
        }
    }

    private static void run(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        closeAll();
    }
}
