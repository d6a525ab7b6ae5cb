package dev.redlock.fencing.guard;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.OnQuorumLoss;
import dev.redlock.Redlock;
import dev.redlock.fencing.fixture.InBackground;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.Outcome.AlreadyDone;
import dev.redlock.fencing.guard.Outcome.Busy;
import dev.redlock.fencing.guard.Outcome.Done;
import dev.redlock.fencing.guard.Outcome.Stale;
import dev.redlock.fencing.guard.Outcome.Unavailable;
import dev.redlock.fencing.idempotency.IdempotencyConflictException;
import dev.redlock.fencing.idempotency.JdbcIdempotency;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Lock, fence, key and transaction together, in every database. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class GuardedOperationsTest {
    private final Escrow escrow;
    private final JdbcFence fence;

    GuardedOperationsTest(TestDatabase database) throws SQLException {
        escrow = new Escrow(database);
        fence = JdbcFence.on(escrow.source());
    }

    @AfterEach
    void close() {
        escrow.close();
    }

    @Test
    void work_is_done_once_and_then_its_result_is_given_again() throws SQLException {
        Outcome<String> first = pay("42", 100);
        Outcome<String> second = pay("42", 100);

        assertThat(first).isInstanceOf(Done.class);
        assertThat(second).isEqualTo(new AlreadyDone<>("paid 100"));
        assertThat(first.resultIfDone()).isEqualTo(second.resultIfDone());
        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
    }

    @Test
    void an_observer_stands_around_the_operation() throws SQLException {
        List<String> seen = new ArrayList<>();
        GuardedOperations observed = escrow.operations().observedBy(new OperationObserver() {
            @Override
            public <R, E extends Exception> Outcome<R> observe(String operation, String key, Step<R, E> step) throws E {
                seen.add("before " + operation + " " + key);
                Outcome<R> outcome = step.run();
                seen.add("done " + outcome.isDone());
                return outcome;
            }
        });

        Outcome<String> outcome = observed.run("payout", "42", "", tx -> "paid");

        assertThat(outcome.resultIfDone()).contains("paid");
        assertThat(seen).containsExactly("before payout 42", "done true");
    }

    @Test
    void the_fence_stands_at_the_token_of_the_work() throws SQLException {
        List<FencingToken> tokens = new ArrayList<>();

        escrow.operations().run("payout", "42", "", tx -> {
            tokens.add(tx.token());
            return tx.idempotencyKey();
        });

        assertThat(fence.newest("payout:42")).contains(tokens.get(0));
    }

    @Test
    void another_key_is_other_work() throws SQLException {
        pay("42", 100);
        pay("43", 100);

        assertThat(escrow.balance()).isEqualTo(800);
    }

    @Test
    void a_key_that_is_used_for_another_request_is_refused() throws SQLException {
        pay("42", 100);

        assertThatExceptionOfType(IdempotencyConflictException.class).isThrownBy(() -> pay("42", 900));
        assertThat(escrow.balance()).isEqualTo(900);
    }

    @Test
    void what_the_work_throws_comes_out_and_everything_is_rolled_back() throws SQLException {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> escrow.operations().run("payout", "42", "100", tx -> {
                    payQuietly(tx);
                    throw new IOException("provider down");
                }))
                .withMessage("provider down");

        assertThat(escrow.balance()).isEqualTo(1000);
        assertThat(escrow.announced()).isZero();
        assertThat(pay("42", 100)).as("the key is unused and the lock is free").isInstanceOf(Done.class);
    }

    @Test
    void a_failed_attempt_leaves_older_holders_refused() throws SQLException {
        List<FencingToken> failed = new ArrayList<>();
        assertThatIllegalStateException()
                .isThrownBy(() -> escrow.operations().run("payout", "42", "", tx -> {
                    failed.add(tx.token());
                    throw new IllegalStateException("on purpose");
                }));

        assertThat(fence.newest("payout:42")).contains(failed.get(0));
    }

    @Test
    void somebody_else_with_the_lock_is_told_by_name_and_nothing_is_started() throws SQLException {
        try (Redlock other = escrow.cluster().connect(Redlock.builder().owner("replica-2"));
                Lease held = other.acquire("payout:42")) {
            Outcome<String> outcome = pay("42", 100);

            assertThat(held.isValid()).isTrue();
            Busy<String> busy = (Busy<String>) outcome;
            assertThat(busy.owner()).contains("replica-2");
            assertThat(busy.remaining()).isPresent();
        }
        assertThat(escrow.balance()).isEqualTo(1000);
    }

    @Test
    void too_few_lock_nodes_are_told_one_by_one_and_nothing_is_started() throws SQLException {
        escrow.cluster().stop(0);
        escrow.cluster().stop(1);

        Unavailable<String> outcome = (Unavailable<String>) pay("42", 100);

        assertThat(outcome.nodes()).hasSize(3);
        assertThat(escrow.balance()).isEqualTo(1000);
    }

    @Test
    void a_lock_without_a_token_is_not_enough() throws SQLException {
        LockOptions anyway = LockOptions.defaults()
                .withWaitTimeout(Duration.ofMillis(50))
                .withOnQuorumLoss(OnQuorumLoss.RUN_UNPROTECTED);
        try (Redlock careless = escrow.cluster().connect(Redlock.builder().defaults(anyway))) {
            escrow.cluster().stop(0);
            escrow.cluster().stop(1);

            Outcome<String> outcome = GuardedOperations.on(careless, escrow.source())
                    .run("payout", "42", "100", tx -> Escrow.pay(tx, 100));

            assertThat(outcome).isInstanceOf(Unavailable.class);
        }
        assertThat(escrow.balance()).isEqualTo(1000);
    }

    @Test
    void a_database_without_the_tables_is_unavailable_and_nothing_is_started() throws SQLException {
        execute(escrow.source(), "DROP TABLE redlock_idempotency");

        Unavailable<String> outcome = (Unavailable<String>) pay("42", 100);

        assertThat(outcome.reason()).containsIgnoringCase("redlock_idempotency");
        assertThat(escrow.balance()).isEqualTo(1000);
    }

    @Test
    void an_attempt_that_was_overtaken_writes_nothing() throws SQLException {
        fence.mark("payout:42", new FencingToken((1L << 53) - 1));

        Stale<String> outcome = (Stale<String>) pay("42", 100);

        assertThat(outcome.newest()).isEqualTo(new FencingToken((1L << 53) - 1));
        assertThat(outcome.token()).isLessThan(outcome.newest());
        assertThat(escrow.balance()).isEqualTo(1000);
        assertThat(escrow.announced()).isZero();
    }

    @Test
    void a_holder_that_is_stuck_in_its_transaction_keeps_the_next_one_waiting_and_then_busy() throws SQLException {
        GuardedOperations impatient = new GuardedOperations(
                escrow.redlock(),
                escrow.source(),
                fence.withTimeout(Duration.ofSeconds(1)),
                JdbcIdempotency.on(escrow.source()));
        try (Connection stuck = escrow.source().getConnection()) {
            stuck.setAutoCommit(false);
            fence.check(stuck, "payout:42", new FencingToken(1));

            assertThat(impatient.run("payout", "42", "100", tx -> Escrow.pay(tx, 100)))
                    .isEqualTo(new Busy<>(Optional.empty(), Optional.empty()));
            stuck.rollback();
        }
        assertThat(escrow.balance()).isEqualTo(1000);
    }

    @Test
    void two_attempts_at_a_time_pay_once() throws Exception {
        List<InBackground<Outcome<String>>> attempts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            attempts.add(InBackground.start(() -> pay("42", 100)));
        }
        List<Outcome<String>> outcomes = new ArrayList<>();
        for (InBackground<Outcome<String>> attempt : attempts) {
            outcomes.add(attempt.result());
        }

        assertThat(outcomes).filteredOn(Done.class::isInstance).hasSize(1);
        assertThat(escrow.balance()).isEqualTo(900);
        assertThat(escrow.announced()).isOne();
    }

    @Test
    void a_result_of_any_type_is_kept_as_text() throws SQLException {
        ResultCodec<Integer> numbers = ResultCodec.of(String::valueOf, Integer::valueOf);

        escrow.operations().run("payout", "42", "", numbers, tx -> 7);

        assertThat(escrow.operations().run("payout", "42", "", numbers, tx -> 8))
                .isEqualTo(new AlreadyDone<>(7));
    }

    @Test
    void the_lock_is_free_afterwards_whatever_happened() throws SQLException {
        pay("42", 100);
        assertThatIllegalStateException()
                .isThrownBy(() -> escrow.operations().run("payout", "43", "", tx -> {
                    throw new IllegalStateException("on purpose");
                }));

        assertThat(escrow.redlock().locks()).isEmpty();
    }

    private Outcome<String> pay(String key, long amount) throws SQLException {
        return escrow.operations().run("payout", key, "pay " + amount, tx -> Escrow.pay(tx, amount));
    }

    private static void payQuietly(GuardedTransaction transaction) {
        try {
            Escrow.pay(transaction, 100);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
