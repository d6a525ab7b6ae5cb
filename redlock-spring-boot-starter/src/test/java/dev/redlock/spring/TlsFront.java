package dev.redlock.spring;

import dev.redlock.support.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A server with TLS in front of one without: not every Redis at hand is built with it. */
final class TlsFront implements AutoCloseable {
    private final SSLServerSocket server;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    TlsFront(TestCertificate certificate, int target) throws IOException, GeneralSecurityException {
        this.target = target;
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(certificate.keys(), TestCertificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    String uri() {
        return "rediss://127.0.0.1:" + server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
                open.addAll(List.of(client, redis));
                threads.execute(() -> pump(client, redis));
                threads.execute(() -> pump(redis, client));
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    /** Until one of the two ends, or refuses the certificate. */
    private static void pump(Socket from, Socket to) {
        byte[] buffer = new byte[4096];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException ended) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
