package dev.redlock.fencing.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.FencingToken;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.fixture.CountingDataSource;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a check costs: counted, not timed. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class RoundTripTest {
    private final TestDatabase database;
    private final CountingDataSource source;
    private final JdbcFence fence;

    RoundTripTest(TestDatabase database) throws SQLException {
        this.database = database;
        source = new CountingDataSource(database.fresh());
        fence = JdbcFence.on(source.asDataSource());
    }

    @Test
    void a_check_costs_one_statement_whether_the_resource_is_new_or_known() throws SQLException {
        assertThat(statementsOfCheck(33)).as("the first token").isOne();
        assertThat(statementsOfCheck(33)).as("the same token").isOne();
        assertThat(statementsOfCheck(34)).as("a larger token").isOne();
    }

    @Test
    void only_a_refusal_may_cost_a_second_one() throws SQLException {
        fence.mark("x", new FencingToken(34));
        int before = source.statements();

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> statementsOfCheck(33));

        assertThat(source.statements() - before).isEqualTo(database == TestDatabase.MARIADB ? 1 : 2);
    }

    private int statementsOfCheck(long token) throws SQLException {
        try (Connection connection = source.asDataSource().getConnection()) {
            connection.setAutoCommit(false);
            int before = source.statements();
            fence.check(connection, "x", new FencingToken(token));
            int after = source.statements();
            connection.commit();
            return after - before;
        }
    }
}
