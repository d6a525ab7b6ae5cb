package dev.redlock.testkit.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

/**
 * Finds ports for servers.
 *
 * <p>They lie below those that operating systems give to outgoing connections. Otherwise a client that tries to reach a
 * killed node again and again could be given the very port of the node, be connected to itself, and keep the node from
 * coming back.
 */
final class FreePort {
    private static final int FIRST = 20_000;
    private static final int END = 30_000;
    private static final int ATTEMPTS = 10;

    private FreePort() {}

    /** Calls {@code start} with a free port, and with another one if somebody else was quicker to take it. */
    static <T> T withRetries(IntFunction<T> start) {
        for (int attempt = 1; ; attempt++) {
            try {
                return start.apply(pick());
            } catch (PortTakenException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static int pick() {
        for (int attempt = 0; attempt < END - FIRST; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException e) {
                // Taken; most of the others are not.
            }
        }
        throw new IllegalStateException("no free port between " + FIRST + " and " + END);
    }

    /** The port was free a moment ago. */
    static final class PortTakenException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        PortTakenException(String message) {
            super(message);
        }
    }
}
