package dev.redlock.fencing.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.fencing.fixture.CommitCutter;
import dev.redlock.fencing.fixture.CommitCutter.Cut;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.Outcome.AlreadyDone;
import dev.redlock.fencing.guard.Outcome.Done;
import dev.redlock.fencing.guard.Outcome.Unknown;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The answer to a commit is lost on the way: nobody knows, and the same key finds out. */
@ParameterizedClass
@EnumSource(names = "H2", mode = EnumSource.Mode.EXCLUDE) // H2 runs in this process, there is no way to lose things on.
@ResourceLock(TestDatabase.SHARED)
class LostCommitTest {
    private final Escrow escrow;
    private final CommitCutter cutter;
    private final GuardedOperations farAway;

    LostCommitTest(TestDatabase database) throws SQLException {
        escrow = new Escrow(database);
        cutter = new CommitCutter(database.port());
        farAway = GuardedOperations.on(escrow.redlock(), database.dataSourceAt(cutter.port()));
    }

    @AfterEach
    void close() throws IOException {
        cutter.close();
        escrow.close();
    }

    @Test
    void without_a_fault_it_is_done() throws SQLException {
        assertThat(payWith(Cut.NOWHERE)).isInstanceOf(Done.class);

        assertThat(cutter.cuts()).isZero();
        assertThat(escrow.balance()).isEqualTo(900);
    }

    @Test
    void a_commit_that_arrived_is_found_by_the_retry_and_not_done_again() throws SQLException {
        Outcome<String> lost = payWith(Cut.AFTER_THE_DATABASE_HAS_ANSWERED);

        assertThat(cutter.cuts()).isOne();
        assertThat(lost)
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.cause()).isInstanceOf(SQLException.class));
        assertThat(escrow.balance()).as("it was committed").isEqualTo(900);
        assertThat(payWith(Cut.NOWHERE)).isEqualTo(new AlreadyDone<>("paid 100"));
        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
    }

    @Test
    void a_commit_that_did_not_arrive_is_done_by_the_retry() throws SQLException {
        Outcome<String> lost = payWith(Cut.BEFORE_THE_DATABASE_GETS_IT);

        assertThat(cutter.cuts()).isOne();
        assertThat(lost).isInstanceOf(Unknown.class);
        assertThat(escrow.balance()).as("it was not committed").isEqualTo(1000);
        assertThat(payWith(Cut.NOWHERE)).isInstanceOf(Done.class);
        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
    }

    /** The control: this is how money is paid twice. */
    @Test
    void a_new_key_for_every_attempt_pays_twice() throws SQLException {
        cutAndPay("attempt-1", Cut.AFTER_THE_DATABASE_HAS_ANSWERED);
        cutAndPay("attempt-2", Cut.NOWHERE);

        assertThat(escrow.balance()).isEqualTo(800);
    }

    @Test
    void a_connection_that_is_lost_before_the_commit_is_an_error_of_the_work() throws SQLException {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> farAway.run("payout", "42", "100", tx -> {
                    Escrow.pay(tx, 100);
                    cutter.cutNextCommit(Cut.BEFORE_THE_DATABASE_GETS_IT);
                    TestDatabase.execute(tx.connection(), "SELECT 'COMMIT'");
                    return "never";
                }));

        assertThat(cutter.cuts()).isOne();
        assertThat(escrow.balance()).isEqualTo(1000);
    }

    private Outcome<String> payWith(Cut cut) throws SQLException {
        return cutAndPay("42", cut);
    }

    private Outcome<String> cutAndPay(String key, Cut cut) throws SQLException {
        return farAway.run("payout", key, "100", tx -> {
            String result = Escrow.pay(tx, 100);
            // Only now: the mark before the work has had a commit of its own.
            cutter.cutNextCommit(cut);
            return result;
        });
    }
}
