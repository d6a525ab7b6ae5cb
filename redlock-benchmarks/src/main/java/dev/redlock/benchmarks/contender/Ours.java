package dev.redlock.benchmarks.contender;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import java.util.List;
import java.util.Optional;

/** The lock of this project, with its defaults. */
final class Ours implements Contender.Renewing {
    private final Redlock redlock;
    private final LockOptions renewed =
            LockOptions.defaults().withTtl(TTL).withWaitTimeout(PATIENCE).withRenewal(true);

    Ours(List<String> uris) {
        redlock = Redlock.builder()
                .nodes(uris.toArray(String[]::new))
                // Nodes know to how large a cluster they belong. Here the same ones serve in clusters of several sizes.
                .keyPrefix("redlock" + uris.size())
                .defaults(LockOptions.defaults().withTtl(TTL).withWaitTimeout(PATIENCE))
                .connect();
    }

    @Override
    public Hold lock(String name) {
        return redlock.acquire(name)::release;
    }

    @Override
    public Optional<Hold> tryLock(String name) {
        Optional<Lease> lease = redlock.tryAcquire(name);
        return lease.map(held -> held::release);
    }

    @Override
    public Hold lockAndRenew(String name) {
        return redlock.acquire(name, renewed)::release;
    }

    @Override
    public void close() {
        redlock.close();
    }
}
