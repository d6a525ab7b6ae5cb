package dev.redlock.fencing.jdbc;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.FencingToken;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the fence does in every database. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class JdbcFenceTest {
    private static final FencingToken OLD = new FencingToken(33);
    private static final FencingToken NEW = new FencingToken(34);
    private static final FencingToken LARGEST = new FencingToken((1L << 53) - 1);

    private final DataSource source;
    private final JdbcFence fence;

    JdbcFenceTest(TestDatabase database) throws SQLException {
        source = database.fresh();
        fence = JdbcFence.on(source);
    }

    @Test
    void a_resource_that_nobody_has_marked_has_no_token() {
        assertThat(fence.newest("payout:1")).isEmpty();
    }

    @Test
    void a_mark_is_remembered_for_its_resource_alone() {
        fence.mark("payout:1", NEW);

        assertThat(fence.newest("payout:1")).contains(NEW);
        assertThat(fence.newest("payout:2")).isEmpty();
    }

    @Test
    void a_smaller_token_is_refused_and_both_tokens_are_told() {
        fence.mark("payout:1", NEW);

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> fence.mark("payout:1", OLD))
                .satisfies(refused -> {
                    assertThat(refused.resource()).isEqualTo("payout:1");
                    assertThat(refused.token()).isEqualTo(OLD);
                    assertThat(refused.newest()).isEqualTo(NEW);
                    assertThat(refused).hasMessageContainingAll("payout:1", "33", "34");
                });
        assertThat(fence.newest("payout:1")).contains(NEW);
    }

    @Test
    void a_listener_is_told_of_what_is_refused_and_of_nothing_else() throws SQLException {
        List<String> told = new ArrayList<>();
        JdbcFence watched =
                fence.withListener((resource, token, newest) -> told.add(resource + " " + token + " < " + newest));
        watched.mark("payout:1", NEW);
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            watched.check(connection, "payout:1", NEW);
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> watched.check(connection, "payout:1", OLD));
            connection.rollback();
        }
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> watched.mark("payout:1", OLD));

        assertThat(told).containsExactly("payout:1 33 < 34", "payout:1 33 < 34");
    }

    @Test
    void the_same_token_and_larger_ones_are_accepted() {
        fence.mark("payout:1", OLD);
        fence.mark("payout:1", OLD);
        fence.mark("payout:1", NEW);
        fence.mark("payout:1", LARGEST);
        fence.mark("payout:1", LARGEST);

        assertThat(fence.newest("payout:1")).contains(LARGEST);
    }

    @Test
    void a_mark_refuses_the_older_holder_although_the_newer_one_has_not_written_yet() throws SQLException {
        execute(source, "CREATE TABLE ledger (entry VARCHAR(20))");
        fence.mark("payout:1", NEW);

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> write(OLD, "by the old one"));
        assertThat(queryNumber(source, "SELECT COUNT(*) FROM ledger")).isZero();

        write(NEW, "by the new one");
        assertThat(queryNumber(source, "SELECT COUNT(*) FROM ledger")).isOne();
    }

    @Test
    void without_a_mark_the_older_holder_may_still_write() throws SQLException {
        execute(source, "CREATE TABLE ledger (entry VARCHAR(20))");

        write(OLD, "nobody is newer yet");

        assertThat(queryNumber(source, "SELECT COUNT(*) FROM ledger")).isOne();
    }

    @Test
    void a_check_that_is_rolled_back_leaves_the_fence_where_it_was() throws SQLException {
        fence.mark("payout:1", OLD);
        try (Connection transaction = transaction()) {
            fence.check(transaction, "payout:1", NEW);
            transaction.rollback();
        }

        assertThat(fence.newest("payout:1")).contains(OLD);
    }

    @Test
    void a_transaction_goes_on_after_a_refusal_for_another_resource() throws SQLException {
        execute(source, "CREATE TABLE ledger (entry VARCHAR(20))");
        fence.mark("payout:1", NEW);
        try (Connection transaction = transaction()) {
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> fence.check(transaction, "payout:1", OLD));
            fence.check(transaction, "payout:2", OLD);
            execute(transaction, "INSERT INTO ledger VALUES ('of payout:2')");
            transaction.commit();
        }

        assertThat(queryNumber(source, "SELECT COUNT(*) FROM ledger")).isOne();
    }

    @Test
    void a_connection_that_commits_by_itself_is_refused_before_anything_is_written() throws SQLException {
        try (Connection connection = source.getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> fence.check(connection, "payout:1", NEW))
                    .withMessageContaining("setAutoCommit(false)");
        }

        assertThat(fence.newest("payout:1")).isEmpty();
    }

    @Test
    void old_resources_can_be_forgotten_by_token() {
        fence.mark("payout:1", OLD);
        fence.mark("payout:2", NEW);

        assertThat(fence.forgetBelow(NEW)).isOne();

        assertThat(fence.newest("payout:1")).isEmpty();
        assertThat(fence.newest("payout:2")).contains(NEW);
    }

    private void write(FencingToken token, String entry) throws SQLException {
        try (Connection transaction = transaction()) {
            fence.check(transaction, "payout:1", token);
            execute(transaction, "INSERT INTO ledger VALUES (?)", entry);
            transaction.commit();
        }
    }

    private Connection transaction() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
