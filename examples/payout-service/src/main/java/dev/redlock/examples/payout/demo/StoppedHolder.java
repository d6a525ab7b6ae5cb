package dev.redlock.examples.payout.demo;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A holder that is stopped between getting the lock and writing, as a garbage collection, a suspended machine or a slow network
 * stops one. It does not look at its lease afterwards, because nothing could make it: a pause may always come after the look.
 */
final class StoppedHolder implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(StoppedHolder.class);
    private static final Duration TTL = Duration.ofSeconds(5);

    /** Where it is. */
    enum Stage {
        STOPPED,
        REFUSED,
        WROTE,
        FAILED
    }

    private final String dealId;
    private final Lease lease;
    private final FencingToken token;
    private final JdbcFence fence;
    private final DataSource dataSource;
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private volatile Stage stage = Stage.STOPPED;
    private volatile String said = "has the lock, and is stopped before it writes";

    /** What the page shows. */
    record View(String dealId, String lock, long token, long remainingMillis, Stage stage, String said) {}

    private StoppedHolder(String dealId, Lease lease, JdbcFence fence, DataSource dataSource) {
        this.dealId = dealId;
        this.lease = lease;
        this.token = lease.token();
        this.fence = fence;
        this.dataSource = dataSource;
    }

    /** Takes the lock of this payout, raises the fence to its token, and stands still. */
    static StoppedHolder stopBeforeWriting(String dealId, Redlock redlock, JdbcFence fence, DataSource dataSource) {
        String lock = "payout:" + dealId;
        Lease lease = redlock.acquire(
                lock,
                LockOptions.defaults()
                        .withTtl(TTL)
                        .withWaitTimeout(Duration.ZERO)
                        .withOwner("the stopped holder"));
        fence.mark(lock, lease.token());
        StoppedHolder holder = new StoppedHolder(dealId, lease, fence, dataSource);
        Thread thread = new Thread(holder, "stopped-holder");
        thread.setDaemon(true);
        thread.start();
        return holder;
    }

    View view() {
        return new View(
                dealId,
                lease.name(),
                token.value(),
                stage == Stage.STOPPED ? lease.remaining().toMillis() : 0,
                stage,
                said);
    }

    void goOn() {
        mayGoOn.countDown();
    }

    @Override
    public void run() {
        try {
            mayGoOn.await();
            write();
        } catch (StaleTokenException e) {
            said = "token " + e.token() + " was refused: the database has seen " + e.newest() + ". Nothing was written";
            stage = Stage.REFUSED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            LOG.warn("The stopped holder failed.", e);
            said = "failed: " + e.getMessage();
            stage = Stage.FAILED;
        } finally {
            lease.release();
        }
    }

    private void write() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            fence.check(connection, lease.name(), token);
            String sql = "UPDATE deal SET state = 'PAID', token = ? WHERE id = ? AND state = 'FUNDED'";
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setLong(1, token.value());
                update.setString(2, dealId);
                update.executeUpdate();
            }
            // Nobody overtook it, so it may write. It gives up all the same: this is a demonstration.
            connection.rollback();
            said = "nobody overtook it: token " + token + " was accepted. It could have written";
            stage = Stage.WROTE;
        }
    }
}
