package dev.redlock.fencing.idempotency;

import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.fencing.fixture.InBackground;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What idempotency keys do in every database. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class JdbcIdempotencyTest {
    private static final IdempotencyKey KEY = new IdempotencyKey("payout", "42");
    private static final Fingerprint REQUEST = Fingerprint.of("pay 100 to alice");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final DataSource source;
    private final JdbcIdempotency idempotency;

    JdbcIdempotencyTest(TestDatabase database) throws SQLException {
        source = database.fresh();
        idempotency = JdbcIdempotency.on(source).withClock(now::get);
    }

    @Test
    void the_first_time_the_work_is_to_be_done_and_then_the_answer_is_replayed() throws SQLException {
        assertThat(request("paid: ключ 🙂")).isEmpty();

        assertThat(request("never stored")).contains("paid: ключ 🙂");
    }

    @Test
    void a_key_of_a_transaction_that_rolled_back_is_unused() throws SQLException {
        try (Connection transaction = transaction()) {
            idempotency.begin(transaction, KEY, REQUEST);
            idempotency.complete(transaction, KEY, "paid");
            transaction.rollback();
        }

        assertThat(request("paid")).isEmpty();
    }

    @Test
    void the_second_of_two_at_a_time_waits_and_gets_the_answer_of_the_first() throws Exception {
        try (Connection first = transaction()) {
            idempotency.begin(first, KEY, REQUEST);
            InBackground<Optional<String>> second = InBackground.start(() -> request("by the second"));
            second.assertBlocked();
            idempotency.complete(first, KEY, "by the first");
            first.commit();

            assertThat(second.result()).contains("by the first");
        }
    }

    @Test
    void a_key_that_is_used_for_another_request_is_refused() throws SQLException {
        request("paid");

        try (Connection transaction = transaction()) {
            assertThatExceptionOfType(IdempotencyConflictException.class)
                    .isThrownBy(() -> idempotency.begin(transaction, KEY, Fingerprint.of("pay 900 to mallory")))
                    .withMessageContaining("idempotency:payout:42");
        }
    }

    @Test
    void an_expired_answer_counts_as_absent() throws SQLException {
        request("paid");

        now.updateAndGet(time -> time.plus(Duration.ofHours(24)).minusMillis(1));
        assertThat(request("too early")).contains("paid");

        now.updateAndGet(time -> time.plusMillis(1));
        assertThat(request("paid again")).isEmpty();
        assertThat(request("never stored")).contains("paid again");
    }

    @Test
    void expired_answers_can_be_purged_and_others_stay() throws SQLException {
        request("paid");
        assertThat(idempotency.purgeExpired()).isZero();

        now.updateAndGet(time -> time.plus(Duration.ofHours(24)));

        assertThat(idempotency.purgeExpired()).isOne();
        assertThat(queryNumber(source, "SELECT COUNT(*) FROM redlock_idempotency"))
                .isZero();
    }

    @Test
    void a_connection_that_commits_by_itself_is_refused() throws SQLException {
        try (Connection connection = source.getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> idempotency.begin(connection, KEY, REQUEST))
                    .withMessageContaining("setAutoCommit(false)");
        }
        assertThat(queryNumber(source, "SELECT COUNT(*) FROM redlock_idempotency"))
                .isZero();
    }

    @Test
    void an_answer_without_a_beginning_is_refused() throws SQLException {
        try (Connection transaction = transaction()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> idempotency.complete(transaction, KEY, "paid"))
                    .withMessageContaining("was not begun");
        }
    }

    @Test
    void long_answers_fit_up_to_the_limit() throws SQLException {
        request("ж".repeat(100_000));

        assertThat(request("never stored")).contains("ж".repeat(100_000));
        try (Connection transaction = transaction()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> idempotency.complete(transaction, KEY, "x".repeat(100_001)));
        }
    }

    private Optional<String> request(String answer) throws SQLException {
        try (Connection transaction = transaction()) {
            Optional<String> before = idempotency.begin(transaction, KEY, REQUEST);
            if (before.isEmpty()) {
                idempotency.complete(transaction, KEY, answer);
            }
            transaction.commit();
            return before;
        }
    }

    private Connection transaction() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
