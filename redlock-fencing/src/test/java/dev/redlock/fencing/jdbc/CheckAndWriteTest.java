package dev.redlock.fencing.jdbc;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.FencingToken;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.fixture.InBackground;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The comparison and the write are one step: nobody gets in between, in either order. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class CheckAndWriteTest {
    private static final FencingToken OLD = new FencingToken(33);
    private static final FencingToken NEW = new FencingToken(34);

    private final DataSource source;
    private final JdbcFence fence;
    private final Check fenced;

    CheckAndWriteTest(TestDatabase database) throws SQLException {
        source = database.fresh();
        fence = JdbcFence.on(source);
        JdbcFence checked = fence;
        fenced = (transaction, token) -> checked.check(transaction, "payout:1", token);
        execute(source, "CREATE TABLE ledger (token BIGINT)");
        execute(source, "INSERT INTO ledger VALUES (0)");
    }

    @FunctionalInterface
    private interface Check {
        void run(Connection transaction, FencingToken token) throws SQLException;
    }

    @Test
    void an_older_holder_waits_for_the_transaction_of_the_newer_one_and_is_refused_then() throws Exception {
        fence.mark("payout:1", OLD);
        try (Connection newer = transaction()) {
            fence.check(newer, "payout:1", NEW);
            InBackground<Boolean> older = InBackground.start(() -> write(fenced, OLD, () -> {}));
            older.assertBlocked();
            execute(newer, "UPDATE ledger SET token = 34");
            newer.commit();

            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(older::result)
                    .satisfies(refused -> assertThat(refused.newest()).isEqualTo(NEW));
        }
        assertThat(ledger()).isEqualTo(34);
    }

    @Test
    void the_first_two_holders_of_a_resource_cannot_both_be_the_first() throws Exception {
        try (Connection newer = transaction()) {
            fence.check(newer, "payout:1", NEW);
            InBackground<Boolean> older = InBackground.start(() -> write(fenced, OLD, () -> {}));
            older.assertBlocked();
            execute(newer, "UPDATE ledger SET token = 34");
            newer.commit();

            assertThatExceptionOfType(StaleTokenException.class).isThrownBy(older::result);
        }
        assertThat(ledger()).isEqualTo(34);
    }

    @Test
    void an_older_holder_may_write_if_the_newer_one_rolls_back() throws Exception {
        fence.mark("payout:1", OLD);
        try (Connection newer = transaction()) {
            fence.check(newer, "payout:1", NEW);
            InBackground<Boolean> older = InBackground.start(() -> write(fenced, OLD, () -> {}));
            older.assertBlocked();
            newer.rollback();

            assertThat(older.result()).isTrue();
        }
        assertThat(ledger()).isEqualTo(33);
    }

    @Test
    void a_newer_holder_cannot_write_between_check_and_write_of_an_older_one() throws Exception {
        writeAndBeOvertakenInTheMiddle(fenced, InBackground::assertBlocked);

        assertThat(ledger()).isEqualTo(34);
    }

    /** The control: this is how it goes wrong, and the test above would see it. */
    @Test
    void a_fence_that_only_reads_lets_the_older_holder_overwrite_the_newer_one() throws Exception {
        writeAndBeOvertakenInTheMiddle(CheckAndWriteTest::selectAndCompare, InBackground::result);

        assertThat(ledger()).isEqualTo(33);
    }

    @Test
    void the_wait_for_a_holder_that_is_stuck_in_its_transaction_has_an_end() throws Exception {
        try (Connection stuck = transaction()) {
            fence.check(stuck, "payout:1", OLD);

            InBackground<Boolean> next = InBackground.start(() -> {
                fence.withTimeout(Duration.ofSeconds(1)).mark("payout:1", NEW);
                return true;
            });

            assertThatExceptionOfType(FenceUnavailableException.class)
                    .isThrownBy(next::result)
                    .withMessageContaining("another holder has been in a transaction");
            stuck.rollback();
        }
        assertThat(fence.newest("payout:1")).isEmpty();
    }

    /** The older holder has checked and is about to write, when the newer one comes and tries to do all of its work. */
    private void writeAndBeOvertakenInTheMiddle(Check check, Watch newerOne) throws Exception {
        fence.mark("payout:1", OLD);
        List<InBackground<Boolean>> newer = new ArrayList<>();
        write(check, OLD, () -> {
            newer.add(InBackground.start(() -> write(check, NEW, () -> {})));
            newerOne.look(newer.get(0));
        });
        newer.get(0).result();
    }

    private static void selectAndCompare(Connection transaction, FencingToken token) throws SQLException {
        String sql = "SELECT token FROM redlock_fence WHERE resource = 'payout:1'";
        try (PreparedStatement query = transaction.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong(1)).isLessThanOrEqualTo(token.value());
        }
    }

    @FunctionalInterface
    private interface Watch {
        void look(InBackground<Boolean> other) throws Exception;
    }

    @FunctionalInterface
    private interface Pause {
        void run() throws Exception;
    }

    private boolean write(Check check, FencingToken token, Pause beforeWriting) throws Exception {
        try (Connection transaction = transaction()) {
            check.run(transaction, token);
            beforeWriting.run();
            execute(transaction, "UPDATE ledger SET token = ?", token.value());
            transaction.commit();
            return true;
        }
    }

    private long ledger() throws SQLException {
        return queryNumber(source, "SELECT token FROM ledger");
    }

    private Connection transaction() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
