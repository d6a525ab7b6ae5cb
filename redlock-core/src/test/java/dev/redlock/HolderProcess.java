package dev.redlock;

import java.io.IOException;
import java.time.Duration;

/** Takes a lock, renews it and says its token. Ends when its input ends, or when it is killed. */
final class HolderProcess {
    private HolderProcess() {}

    /** The lock name, the ttl in milliseconds, then the addresses of the nodes. */
    public static void main(String[] arguments) throws IOException {
        String[] nodes = java.util.Arrays.copyOfRange(arguments, 2, arguments.length);
        LockOptions options = LockOptions.defaults()
                .withTtl(Duration.ofMillis(Long.parseLong(arguments[1])))
                .withRenewal(true);
        try (Redlock redlock = Redlock.connect(nodes);
                Lease lease = redlock.acquire(arguments[0], options)) {
            System.out.println(lease.token());
            while (System.in.read() >= 0) {
                // Holds the lock.
            }
        }
    }
}
