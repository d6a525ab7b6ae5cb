package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply.Failed.Cause;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

    @ParameterizedTest
    @CsvSource({
        "57014, TIMED_OUT, done nothing",
        "55P03, TIMED_OUT, done nothing",
        "08006, DISCONNECTED, connection was lost",
        "57P01, DISCONNECTED, connection was lost",
        ", DISCONNECTED, connection was lost",
        "25006, ERROR, read-only",
        "42883, ERROR, createSchema()",
        "42P01, ERROR, createSchema()",
        "3F000, ERROR, createSchema()",
        "42501, ERROR, GRANT USAGE",
        "53100, ERROR, could not extend file",
        "40P01, ERROR, could not extend file"
    })
    void every_code_has_its_cause_and_a_message(String state, Cause cause, String message) {
        SQLException error = new SQLException("ERROR: could not extend file\n  Where: PL/pgSQL function", state);

        assertThat(Failures.reply(error).cause()).isEqualTo(cause);
        assertThat(Failures.reply(error).detail()).contains(message).doesNotContain("Where", "\n");
    }

    @Test
    void an_answer_that_the_network_has_lost_is_the_end_of_the_connection() {
        SQLException error = new SQLException("read failed", "XX000", new SocketTimeoutException("Read timed out"));

        assertThat(Failures.isEnd(error)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'jdbc:postgresql://db/x?user=app&password=hunter2&ssl=true is down', 'jdbc:postgresql://db/x?user=app&password=***&ssl=true is down'",
        "'cannot reach postgres://app:hunter2@db:5432/x', 'cannot reach postgres://app:***@db:5432/x'",
        "'Password: hunter2', 'Password: ***'",
        "'password authentication failed for user \"app\"', 'password authentication failed for user \"app\"'"
    })
    void passwords_do_not_get_into_messages(String message, String shown) {
        assertThat(Failures.describe(new SQLException(message))).isEqualTo(shown);
    }

    @Test
    void an_error_without_a_message_has_at_least_a_name() {
        assertThat(Failures.describe(new IllegalStateException())).isEqualTo("IllegalStateException");
    }
}
