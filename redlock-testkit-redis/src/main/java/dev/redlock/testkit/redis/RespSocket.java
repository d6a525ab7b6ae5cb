package dev.redlock.testkit.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.StringJoiner;

/** Speaks just enough RESP2 to ask a server one thing, so that this fixture needs no Redis client. */
final class RespSocket implements AutoCloseable {
    /** What the server said, without the marks of the protocol. */
    record Reply(boolean isError, String text) {}

    private final Socket socket;
    private final InputStream in;

    private RespSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RespSocket open(String host, int port, Duration timeout) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(host, port), millis);
            return new RespSocket(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    Reply ask(String... words) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(ascii("*" + words.length + "\r\n"));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            request.write(ascii("$" + bytes.length + "\r\n"));
            request.write(bytes);
            request.write(ascii("\r\n"));
        }
        socket.getOutputStream().write(request.toByteArray());
        return readReply();
    }

    private Reply readReply() throws IOException {
        String line = readLine();
        if (line.isEmpty()) {
            throw new ProtocolException("empty reply");
        }
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> new Reply(false, rest);
            case '-' -> new Reply(true, rest);
            case '$' -> new Reply(false, readBulk(Integer.parseInt(rest)));
            case '*' -> new Reply(false, readArray(Integer.parseInt(rest)));
            default -> throw new ProtocolException("not RESP2: " + line);
        };
    }

    private String readBulk(int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("the connection ended within a reply");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private String readArray(int length) throws IOException {
        StringJoiner elements = new StringJoiner("\n");
        for (int i = 0; i < length; i++) {
            elements.add(readReply().text());
        }
        return elements.toString();
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended without a reply");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
