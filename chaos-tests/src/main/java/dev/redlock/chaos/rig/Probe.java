package dev.redlock.chaos.rig;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Says something through a link and looks what comes back: whether a fault is really there. */
public final class Probe {
    private static final byte[] ASK_FOR_TLS = {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f};
    private static final int CHUNK = 4096;

    /** How much came back before the connection ended or was silent, and in how many pieces. */
    public record Reply(int bytes, int pieces) {}

    private Probe() {}

    /** How long a Redis server took to begin its answer to a command, given as one line; empty if there was none. */
    public static Optional<Duration> redis(Link link, String line, Duration patience) {
        return firstByte(link, command(line), patience);
    }

    /** The first question of every client of PostgreSQL, which is answered without a password. */
    public static Optional<Duration> postgres(Link link, Duration patience) {
        return firstByte(link, ASK_FOR_TLS, patience);
    }

    /** All that comes back from a Redis server. */
    public static Reply whole(Link link, String line, Duration patience) {
        int bytes = 0;
        int pieces = 0;
        try (Socket socket = connect(link, patience)) {
            socket.getOutputStream().write(command(line));
            InputStream in = socket.getInputStream();
            byte[] chunk = new byte[CHUNK];
            for (int size = in.read(chunk); size > 0; size = in.read(chunk)) {
                bytes += size;
                pieces++;
            }
        } catch (IOException silentOrReset) {
            // As much as there was.
        }
        return new Reply(bytes, pieces);
    }

    private static Optional<Duration> firstByte(Link link, byte[] question, Duration patience) {
        long start = System.nanoTime();
        try (Socket socket = connect(link, patience)) {
            socket.getOutputStream().write(question);
            boolean answered = socket.getInputStream().read() >= 0;
            return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - start)) : Optional.empty();
        } catch (IOException noAnswer) {
            return Optional.empty();
        }
    }

    private static Socket connect(Link link, Duration patience) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout((int) patience.toMillis());
        socket.connect(new InetSocketAddress(link.host(), link.port()), (int) patience.toMillis());
        return socket;
    }

    private static byte[] command(String line) {
        return (line + "\r\n").getBytes(StandardCharsets.UTF_8);
    }
}
