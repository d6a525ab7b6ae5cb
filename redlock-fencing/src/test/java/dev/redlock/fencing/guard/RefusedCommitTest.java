package dev.redlock.fencing.guard;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.Outcome.Done;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The database answers a commit with no: that is not the same as no answer. PostgreSQL, which checks some things only then. */
@ResourceLock(TestDatabase.SHARED)
class RefusedCommitTest {
    private final Escrow escrow;

    RefusedCommitTest() throws SQLException {
        escrow = new Escrow(TestDatabase.POSTGRESQL);
        execute(escrow.source(), "CREATE TABLE receipt (number INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        execute(escrow.source(), "INSERT INTO receipt VALUES (1)");
    }

    @AfterEach
    void close() {
        escrow.close();
    }

    @Test
    void a_commit_that_breaks_a_constraint_is_known_to_have_failed() throws SQLException {
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> payWithReceipt(1))
                .withMessageContaining("nothing was written");

        assertThat(escrow.balance()).isEqualTo(1000);
        assertThat(escrow.announced()).isZero();
    }

    @Test
    void the_same_key_can_be_tried_again() throws SQLException {
        assertThatExceptionOfType(RolledBackException.class).isThrownBy(() -> payWithReceipt(1));

        assertThat(payWithReceipt(2)).isInstanceOf(Done.class);
        assertThat(escrow.balance()).isEqualTo(900);
    }

    private Outcome<String> payWithReceipt(int number) throws SQLException {
        return escrow.operations().run("payout", "42", "100", tx -> {
            execute(tx.connection(), "INSERT INTO receipt VALUES (?)", number);
            return Escrow.pay(tx, 100);
        });
    }
}
