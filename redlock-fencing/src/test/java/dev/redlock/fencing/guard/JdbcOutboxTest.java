package dev.redlock.fencing.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class JdbcOutboxTest {
    private final DataSource source;
    private final JdbcOutbox outbox = new JdbcOutbox();

    JdbcOutboxTest(TestDatabase database) throws SQLException {
        source = database.fresh();
        try (Connection transaction = transaction()) {
            for (int i = 1; i <= 3; i++) {
                outbox.add(transaction, "payouts", "message " + i);
            }
            transaction.commit();
        }
    }

    @Test
    void messages_come_in_order_and_up_to_the_limit() throws SQLException {
        try (Connection transaction = transaction()) {
            assertThat(outbox.poll(transaction, 2))
                    .extracting(OutboxMessage::payload)
                    .containsExactly("message 1", "message 2");
        }
    }

    @Test
    void two_pollers_get_different_messages_and_do_not_wait_for_each_other() throws SQLException {
        try (Connection one = transaction();
                Connection other = transaction()) {
            List<OutboxMessage> first = outbox.poll(one, 2);
            List<OutboxMessage> second = outbox.poll(other, 10);

            assertThat(first).hasSize(2);
            assertThat(second).extracting(OutboxMessage::payload).containsExactly("message 3");
            one.rollback();
            other.rollback();
        }
    }

    @Test
    void what_is_acknowledged_and_committed_does_not_come_again() throws SQLException {
        try (Connection transaction = transaction()) {
            outbox.acknowledge(transaction, outbox.poll(transaction, 1).get(0));
            transaction.commit();
        }

        assertThat(waiting()).containsExactly("message 2", "message 3");
    }

    @Test
    void what_is_not_committed_comes_again() throws SQLException {
        try (Connection transaction = transaction()) {
            outbox.acknowledge(transaction, outbox.poll(transaction, 1).get(0));
            transaction.rollback();
        }

        assertThat(waiting()).hasSize(3);
    }

    @Test
    void a_message_of_a_transaction_that_rolled_back_is_never_sent() throws SQLException {
        try (Connection transaction = transaction()) {
            outbox.add(transaction, "payouts", "never");
            transaction.rollback();
        }

        assertThat(waiting()).hasSize(3);
    }

    @Test
    void bad_calls_are_refused() throws SQLException {
        try (Connection autoCommit = source.getConnection();
                Connection transaction = transaction()) {
            assertThatIllegalStateException().isThrownBy(() -> outbox.poll(autoCommit, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> outbox.poll(transaction, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> outbox.add(transaction, " ", ""));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> outbox.add(transaction, "payouts", "x".repeat(1_000_001)));
        }
        assertThat(waiting()).hasSize(3);
    }

    private List<String> waiting() throws SQLException {
        try (Connection transaction = transaction()) {
            return outbox.poll(transaction, 10).stream()
                    .map(OutboxMessage::payload)
                    .toList();
        }
    }

    private Connection transaction() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
