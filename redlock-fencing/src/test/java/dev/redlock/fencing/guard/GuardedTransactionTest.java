package dev.redlock.fencing.guard;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.fencing.fixture.InBackground;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.Outcome.Done;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the work can and cannot do in its transaction. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class GuardedTransactionTest {
    private final Escrow escrow;

    GuardedTransactionTest(TestDatabase database) throws SQLException {
        escrow = new Escrow(database);
    }

    @AfterEach
    void close() {
        escrow.close();
    }

    @Test
    void the_work_cannot_end_its_transaction() throws SQLException {
        run("42", tx -> {
            Connection connection = tx.connection();
            List<ThrowingCallable> ends = List.of(
                    connection::commit,
                    connection::rollback,
                    connection::close,
                    () -> connection.setAutoCommit(true),
                    () -> connection.abort(Runnable::run));
            ends.forEach(end ->
                    assertThatIllegalStateException().isThrownBy(end).withMessageContaining("is not for the work"));
            return Escrow.pay(tx, 100);
        });

        assertThat(escrow.balance()).isEqualTo(900);
    }

    @Test
    void a_rollback_to_a_savepoint_is_the_works_own_affair() throws SQLException {
        run("42", tx -> {
            Savepoint before = tx.connection().setSavepoint();
            Escrow.pay(tx, 500);
            tx.connection().rollback(before);
            return Escrow.pay(tx, 100);
        });

        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
    }

    @Test
    void the_connection_cannot_be_used_after_the_work() throws SQLException {
        List<Connection> kept = new ArrayList<>();
        run("42", tx -> {
            kept.add(tx.connection());
            return "";
        });

        assertThatIllegalStateException()
                .isThrownBy(() -> execute(kept.get(0), "UPDATE balance SET amount = 0"))
                .withMessageContaining("has ended");
    }

    @Test
    void work_that_hides_a_failed_statement_does_not_commit_half_of_itself() throws SQLException {
        try {
            run("42", tx -> {
                Escrow.pay(tx, 100);
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> execute(tx.connection(), "INSERT INTO no_such_table VALUES (1)"));
                return "hidden";
            });
            // Where the failure of one statement leaves the rest intact, all of the rest is there.
            assertThat(escrow.balance()).isEqualTo(900);
        } catch (RolledBackException e) {
            assertThat(escrow.balance()).isEqualTo(1000);
            assertThat(escrow.announced()).isZero();
        }
    }

    @Test
    void refunds_are_never_more_than_the_payout() throws SQLException {
        pay100();

        refund("r1", 60);
        assertThatExceptionOfType(RefundTooLargeException.class)
                .isThrownBy(() -> refund("r2", 41))
                .satisfies(tooLarge -> {
                    assertThat(tooLarge.payoutKey()).isEqualTo("42");
                    assertThat(tooLarge.requested()).isEqualTo(41);
                    assertThat(tooLarge.paid()).isEqualTo(100);
                    assertThat(tooLarge.refunded()).isEqualTo(60);
                });
        refund("r3", 40);

        assertThat(refunded()).isEqualTo(100);
    }

    @Test
    void eight_refunds_at_a_time_are_never_more_than_the_payout() throws Exception {
        pay100();
        List<InBackground<Boolean>> refunds = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String key = "r" + i;
            refunds.add(InBackground.start(() -> refundIfPossible(key, 30)));
        }
        int accepted = 0;
        for (InBackground<Boolean> refund : refunds) {
            accepted += refund.result() ? 1 : 0;
        }

        assertThat(accepted).isEqualTo(3);
        assertThat(refunded()).isEqualTo(90);
    }

    @Test
    void amounts_that_make_no_sense_are_refused() throws SQLException {
        pay100();

        for (long amount : List.of(0L, -1L, Long.MIN_VALUE)) {
            assertThatIllegalArgumentException().isThrownBy(() -> refund("bad" + amount, amount));
        }
        assertThatExceptionOfType(RefundTooLargeException.class).isThrownBy(() -> refund("huge", Long.MAX_VALUE));
        assertThat(refunded()).isZero();
    }

    @Test
    void a_refund_of_an_unknown_payout_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> refund("r1", 1))
                .withMessageContaining("no payout '42' was recorded");
    }

    private void pay100() throws SQLException {
        assertThat(run("42", tx -> {
                    tx.recordPayout("42", 100);
                    return "";
                }))
                .isInstanceOf(Done.class);
    }

    private boolean refundIfPossible(String key, long amount) throws SQLException {
        try {
            return refund(key, amount).isDone();
        } catch (RefundTooLargeException e) {
            return false;
        }
    }

    private Outcome<String> refund(String key, long amount) throws SQLException {
        return escrow.operations().run("refund", key, "refund " + amount, tx -> {
            tx.recordRefund("42", amount);
            return "";
        });
    }

    private Outcome<String> run(String key, Work<String, SQLException> work) throws SQLException {
        return escrow.operations().run("payout", key, "", work);
    }

    private long refunded() throws SQLException {
        return queryNumber(escrow.source(), "SELECT refunded FROM redlock_refund_limit");
    }
}
