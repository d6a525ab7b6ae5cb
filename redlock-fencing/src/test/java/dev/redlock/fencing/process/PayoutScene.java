package dev.redlock.fencing.process;

import static dev.redlock.fencing.process.PayoutProcess.DEAL;
import static dev.redlock.fencing.process.PayoutProcess.LOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.jdbc.JdbcFence;
import dev.redlock.support.ChildJvm;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One payout, and the processes that want to make it. */
final class PayoutScene implements AutoCloseable {
    private final RedisNodeSet nodes;
    private final Ledger ledger = Ledger.of(10);
    private final List<ChildJvm> children = new ArrayList<>();
    private Optional<ChildJvm> rival = Optional.empty();

    PayoutScene(RedisNodeSet nodes) throws SQLException {
        this.nodes = nodes;
    }

    /** A process that has reached this point, and waits there. */
    ChildJvm holderAt(Point point, Protection protection) throws IOException {
        return holderAt(point, protection, TestDatabase.POSTGRESQL.port());
    }

    /**
     * The same, with a way of its own to the database. The rival is started along with it, because two start as fast as one,
     * and a process that starts while the lock is held takes the time of whoever holds it.
     */
    ChildJvm holderAt(Point point, Protection protection, int databasePort) throws IOException {
        ChildJvm holder = start(point, protection, databasePort);
        rival = Optional.of(start(Point.NOWHERE, protection, TestDatabase.POSTGRESQL.port()));
        awaitReady(rival.get());
        awaitReady(holder);
        holder.say(Parent.GO_ON);
        assertThat(holder.readLine()).isEqualTo(point.name());
        return holder;
    }

    /** Pays in a process of its own, from the beginning to the end; returns what became of it. */
    String payElsewhere(Protection protection) throws IOException, InterruptedException {
        try (ChildJvm other = rivalOf(protection)) {
            other.say(Parent.GO_ON);
            String outcome = other.readLine();
            assertThat(other.awaitEnd()).isZero();
            return outcome;
        }
    }

    private ChildJvm rivalOf(Protection protection) throws IOException {
        Optional<ChildJvm> waiting = rival;
        rival = Optional.empty();
        if (waiting.isPresent()) {
            return waiting.get();
        }
        ChildJvm other = start(Point.NOWHERE, protection, TestDatabase.POSTGRESQL.port());
        awaitReady(other);
        return other;
    }

    private static void awaitReady(ChildJvm child) throws IOException {
        assertThat(child.readLine()).isEqualTo(Parent.READY);
    }

    private ChildJvm start(Point point, Protection protection, int databasePort) throws IOException {
        ChildJvm child = ChildJvm.start(
                PayoutProcess.class,
                PayoutProcess.arguments(protection, point, databasePort, ledger.database(), nodes.uris()));
        children.add(child);
        return child;
    }

    /** What others can see must be as it is at that point: a holder that is somewhere else proves nothing. */
    void assertIsAt(Point point) throws SQLException {
        // First, because they do not stay.
        assertThat(votes()).as("votes").isGreaterThanOrEqualTo(2);
        boolean marked = JdbcFence.on(ledger.source()).newest(LOCK).isPresent();
        assertThat(marked).as("marked").isEqualTo(point.isMarked());
        assertThat(ledger.payouts()).as("payouts").isEqualTo(point.isPaid() ? 1 : 0);
    }

    /** The ttl is over, as the nodes see it. */
    void awaitNoVotes() {
        await("no votes").atMost(Duration.ofSeconds(10)).until(() -> votes() == 0);
    }

    long votes() {
        return nodes.nodes().stream()
                .filter(node -> node.command("EXISTS", "redlock:" + LOCK).equals("1"))
                .count();
    }

    void assertPaid(int times) throws SQLException {
        assertThat(ledger.payouts()).as("payouts").isEqualTo(times);
        assertThat(ledger.balance(DEAL)).isEqualTo(Ledger.DEPOSIT - times * Ledger.AMOUNT);
        assertThat(ledger.accountsThatDoNotAddUp()).isZero();
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
