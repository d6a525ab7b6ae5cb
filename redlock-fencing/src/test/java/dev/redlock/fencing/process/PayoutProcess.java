package dev.redlock.fencing.process;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.fencing.fixture.HookedDataSource;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.idempotency.JdbcIdempotency;
import dev.redlock.fencing.internal.OpenTransaction;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Pays once, says when it has reached a point on its way and waits there, and says at the end what became of it. */
final class PayoutProcess {
    /** Short, because the tests wait for its end; but longer than a busy machine takes from the lock to the commit. */
    private static final Duration TTL = Duration.ofSeconds(3);

    static final String ID = "7-1";
    static final String LOCK = "payout:" + ID;
    static final int DEAL = 7;

    private final Parent parent = new Parent();
    private final Point stop;
    private final Redlock redlock;
    private final DataSource source;

    private PayoutProcess(Point stop, DataSource source, String... nodes) {
        this.stop = stop;
        LockOptions options = LockOptions.defaults().withTtl(TTL).withWaitTimeout(Duration.ofSeconds(10));
        this.redlock = Redlock.builder().nodes(nodes).defaults(options).connect();
        this.source = source;
    }

    static List<String> arguments(
            Protection protection, Point stop, int databasePort, String database, List<String> nodes) {
        return List.of(
                protection.name(), stop.name(), Integer.toString(databasePort), database, String.join(",", nodes));
    }

    /** Its protection, the point to stop at, the port of the database, its name, the nodes. */
    public static void main(String[] arguments) throws Exception {
        Point stop = Point.valueOf(arguments[1]);
        DataSource source = Ledger.source(Integer.parseInt(arguments[2]), arguments[3]);
        PayoutProcess process = new PayoutProcess(stop, source, arguments[4].split(",", -1));
        try (process.redlock) {
            process.warmUp();
            process.parent.awaitStart();
            System.out.println(process.pay(Protection.valueOf(arguments[0])));
        }
    }

    /** Loads the driver, so that the ttl is not over before the point is reached. */
    private void warmUp() throws SQLException {
        JdbcFence.on(source).newest("warm-up");
        redlock.inspect("warm-up");
    }

    private String pay(Protection protection) throws SQLException {
        return protection == Protection.FENCE_AND_KEY ? payGuarded() : payLocked(protection == Protection.LOOK_FIRST);
    }

    private String payGuarded() throws SQLException {
        DataSource watched = watched();
        // Short, because a rival waits that long for a holder that stands still in its transaction.
        JdbcFence fence = JdbcFence.on(watched).withTimeout(Duration.ofSeconds(1));
        GuardedOperations operations = new GuardedOperations(redlock, watched, fence, JdbcIdempotency.on(source));
        Outcome<String> outcome = operations.run("payout", ID, "100", transaction -> {
            pay(transaction.connection());
            return "paid";
        });
        return outcome.getClass().getSimpleName();
    }

    private String payLocked(boolean looksFirst) throws SQLException {
        try (Lease lease = redlock.acquire(LOCK)) {
            if (looksFirst && TestDatabase.queryNumber(source, "SELECT COUNT(*) FROM payout WHERE id = ?", ID) > 0) {
                return "AlreadyDone";
            }
            reached(Point.LOCKED);
            OpenTransaction.run(source, connection -> {
                pay(connection);
                return lease;
            });
            reached(Point.COMMITTED);
            return "Done";
        }
    }

    private void pay(Connection connection) throws SQLException {
        reached(Point.BEFORE_THE_WRITE);
        Ledger.pay(connection, ID, DEAL);
        reached(Point.WRITTEN);
    }

    /** The mark has the first connection and the first commit, the work the second. */
    private DataSource watched() {
        DataSource commits = CommitHook.after(source, 2, () -> reached(Point.COMMITTED));
        DataSource second = HookedDataSource.pausing(commits, 2, () -> reached(Point.MARKED));
        return HookedDataSource.pausing(second, 1, () -> reached(Point.LOCKED));
    }

    private boolean reached(Point point) {
        if (point == stop) {
            parent.reached(point);
        }
        return point == stop;
    }
}
