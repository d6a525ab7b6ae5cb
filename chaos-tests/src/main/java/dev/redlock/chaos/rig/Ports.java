package dev.redlock.chaos.rig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports for proxies, each given out once.
 *
 * <p>They lie below those that the operating system gives to outgoing connections: a client that tries to reach a closed
 * proxy again and again could otherwise be given the very port of the proxy and be connected to itself.
 */
final class Ports {
    private static final int FIRST = 10_000;
    private static final int END = 20_000;

    /** A closed proxy leaves its port free, and wants to have it back. */
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    static int free() {
        for (int attempt = 0; attempt < END - FIRST; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (!GIVEN.add(port)) {
                continue;
            }
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                // Most of the others are not.
            }
        }
        throw new IllegalStateException("no free port between " + FIRST + " and " + END);
    }
}
