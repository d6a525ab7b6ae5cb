package dev.redlock.benchmarks.measure;

import dev.redlock.testkit.redis.RedisNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** A long way to a node: whatever it answers arrives later by a fixed time, and in order. */
final class DelayedLink implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final InetSocketAddress node;
    private final long delayNanos;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private record Chunk(ByteBuffer bytes, long due) {}

    DelayedLink(RedisNode node, Duration delay) {
        this.node = new InetSocketAddress(node.host(), node.port());
        this.delayNanos = delay.toNanos();
        try {
            door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(this::accept);
    }

    String uri() {
        return "redis://" + door.getInetAddress().getHostAddress() + ":" + door.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket();
            open.add(client);
            open.add(server);
            server.connect(node);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            BlockingQueue<Chunk> late = new LinkedBlockingQueue<>();
            run(() -> ask(client, server));
            run(() -> hear(server, late));
            run(() -> answer(late, client));
        }
    }

    private static void ask(Socket client, Socket server) throws IOException {
        try (client;
                server) {
            client.getInputStream().transferTo(server.getOutputStream());
        }
    }

    private void hear(Socket server, BlockingQueue<Chunk> late) throws IOException {
        byte[] buffer = new byte[BUFFER];
        InputStream in = server.getInputStream();
        try {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                late.add(new Chunk(ByteBuffer.wrap(Arrays.copyOf(buffer, read)), System.nanoTime() + delayNanos));
            }
        } finally {
            late.add(new Chunk(END, System.nanoTime()));
        }
    }

    private static void answer(BlockingQueue<Chunk> late, Socket client) throws IOException, InterruptedException {
        try (client) {
            for (Chunk chunk = late.take(); chunk.bytes().hasRemaining(); chunk = late.take()) {
                for (long left = chunk.due() - System.nanoTime(); left > 0; left = chunk.due() - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                client.getOutputStream().write(chunk.bytes().array());
            }
        }
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private static void run(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException | InterruptedException ended) {
                        // One side has hung up; the other one is closed by whoever reads from it.
                    }
                },
                "link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
