package dev.redlock.fencing.guard;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Redlock;
import dev.redlock.fencing.fixture.HookedDataSource;
import dev.redlock.fencing.fixture.InBackground;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.Outcome.AlreadyDone;
import dev.redlock.fencing.guard.Outcome.Done;
import dev.redlock.fencing.guard.Outcome.Stale;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A holder is paused at every point of its way, its lock ends, and another one does the work meanwhile. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class OvertakenHolderTest {
    private static final int FOR_THE_MARK = 1;
    private static final int FOR_THE_TRANSACTION = 2;

    private final Escrow escrow;
    private final Redlock otherRedlock;
    private final GuardedOperations other;
    private final List<Outcome<String>> ofTheOther = new ArrayList<>();

    OvertakenHolderTest(TestDatabase database) throws SQLException {
        escrow = new Escrow(database);
        otherRedlock = escrow.cluster().connect();
        other = GuardedOperations.on(otherRedlock, escrow.source());
    }

    @AfterEach
    void close() {
        otherRedlock.close();
        escrow.close();
    }

    @Test
    void paused_before_the_mark() throws SQLException {
        Outcome<String> late = payPausedAt(FOR_THE_MARK);

        assertOvertaken(late);
    }

    @Test
    void paused_between_the_mark_and_the_transaction() throws SQLException {
        Outcome<String> late = payPausedAt(FOR_THE_TRANSACTION);

        assertOvertaken(late);
    }

    @Test
    void paused_in_the_middle_of_the_work() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch wakeUp = new CountDownLatch(1);
        InBackground<Outcome<String>> paused =
                InBackground.start(() -> escrow.operations().run("payout", "42", "100", tx -> {
                    String result = Escrow.pay(tx, 100);
                    working.countDown();
                    wakeUp.await();
                    return result;
                }));
        working.await();
        otherRedlock.forceRelease("payout:42");
        InBackground<Outcome<String>> next = InBackground.start(() -> pay(other));
        next.assertBlocked();
        wakeUp.countDown();

        assertThat(paused.result()).isInstanceOf(Done.class);
        assertThat(next.result()).isEqualTo(new AlreadyDone<>("paid 100"));
        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
    }

    /** The control: with a lock alone, both pay. */
    @Test
    void without_fence_and_key_both_pay() throws Exception {
        try (var lease = escrow.redlock().acquire("payout:42")) {
            assertThat(lease.isValid()).isTrue();
            otherRedlock.forceRelease("payout:42");
            try (var overtaking = otherRedlock.acquire("payout:42")) {
                assertThat(overtaking.token()).isGreaterThan(lease.token());
                payUnguarded();
            }
            payUnguarded();
        }

        assertThat(escrow.balance()).isEqualTo(800);
    }

    private Outcome<String> payPausedAt(int connection) throws SQLException {
        DataSource slow = HookedDataSource.pausing(escrow.source(), connection, () -> {
            otherRedlock.forceRelease("payout:42");
            return ofTheOther.add(pay(other));
        });
        return pay(GuardedOperations.on(escrow.redlock(), slow));
    }

    private void assertOvertaken(Outcome<String> late) throws SQLException {
        Done<String> overtaking = (Done<String>) ofTheOther.get(0);
        Stale<String> stale = (Stale<String>) late;
        assertThat(stale.newest()).isEqualTo(overtaking.token());
        assertThat(stale.token()).isLessThan(stale.newest());
        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
        assertThat(JdbcFence.on(escrow.source()).newest("payout:42")).contains(overtaking.token());
    }

    private static Outcome<String> pay(GuardedOperations operations) throws SQLException {
        return operations.run("payout", "42", "100", tx -> Escrow.pay(tx, 100));
    }

    private void payUnguarded() throws SQLException {
        try (Connection connection = escrow.source().getConnection()) {
            execute(connection, "UPDATE balance SET amount = amount - 100");
        }
        assertThat(queryNumber(escrow.source(), "SELECT amount FROM balance")).isLessThan(1000);
    }
}
