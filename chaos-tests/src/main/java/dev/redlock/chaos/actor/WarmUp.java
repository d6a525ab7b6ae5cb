package dev.redlock.chaos.actor;

import dev.redlock.chaos.lock.LockKind;
import dev.redlock.chaos.lock.LockSpec;
import dev.redlock.chaos.lock.LockUnderTest;
import dev.redlock.chaos.lock.LockUnderTest.NotGrantedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Loads what the first payout of a new process would have to load, which takes longer than a lock lasts on a busy machine. It
 * has records of its own on the nodes, so that it leaves no trace in those that a scenario looks at.
 */
final class WarmUp {
    private static final AtomicBoolean DONE = new AtomicBoolean();
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

    private WarmUp() {}

    /** Does something the first time only. */
    static void of(LockSpec spec, DataSource ledger) {
        if (DONE.getAndSet(true)) {
            return;
        }
        // One node is enough; some of the others may be replicas.
        List<String> node = spec.nodes().subList(0, 1);
        LockSpec apart = new LockSpec(
                LockKind.REDLOCK, node, LONG_ENOUGH, false, Map.of("keyPrefix", "warmup"), Optional.empty());
        try (LockUnderTest lock = apart.kind().open(apart);
                Connection connection = ledger.getConnection()) {
            lock.acquire("warmup", LONG_ENOUGH).release();
            connection.isValid(1);
        } catch (NotGrantedException | SQLException e) {
            throw new IllegalStateException("a client cannot warm up", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
