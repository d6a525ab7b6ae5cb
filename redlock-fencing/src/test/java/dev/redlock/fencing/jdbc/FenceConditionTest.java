package dev.redlock.fencing.jdbc;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryTexts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.FencingToken;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A fence in the row itself. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class FenceConditionTest {
    private static final FencingToken OLD = new FencingToken(33);
    private static final FencingToken NEW = new FencingToken(34);

    private final DataSource source;
    private final FenceCondition fence = FenceCondition.on("fence");

    FenceConditionTest(TestDatabase database) throws SQLException {
        source = database.fresh();
        execute(source, "CREATE TABLE deal (id INTEGER, state VARCHAR(20), fence BIGINT)");
        execute(source, "INSERT INTO deal VALUES (7, 'new', NULL)");
    }

    @Test
    void the_first_the_same_and_a_larger_token_are_accepted() throws SQLException {
        setState(7, "funded", OLD);
        setState(7, "shipped", OLD);
        setState(7, "paid", NEW);

        assertThat(state()).isEqualTo("paid");
    }

    @Test
    void a_smaller_token_is_refused_and_both_tokens_are_told() throws SQLException {
        setState(7, "paid", NEW);

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> setState(7, "cancelled", OLD))
                .satisfies(refused -> assertThat(refused.newest()).isEqualTo(NEW))
                .satisfies(refused -> assertThat(refused.token()).isEqualTo(OLD));
        assertThat(state()).isEqualTo("paid");
    }

    @Test
    void a_row_that_is_not_there_is_not_called_a_stale_token() {
        assertThatIllegalStateException()
                .isThrownBy(() -> setState(8, "paid", NEW))
                .withMessageContaining("there is no such row");
    }

    @Test
    void a_column_must_be_a_plain_identifier() {
        assertThatIllegalArgumentException().isThrownBy(() -> FenceCondition.on("fence; --"));
        assertThatIllegalArgumentException().isThrownBy(() -> FenceCondition.on("deal.fence"));
    }

    private void setState(int id, String state, FencingToken token) throws SQLException {
        String sql = "UPDATE deal SET state = ?, " + fence.set() + " WHERE id = ? AND " + fence.where();
        try (Connection connection = source.getConnection()) {
            int updated = execute(connection, sql, state, token.value(), id, token.value());
            fence.requireApplied(updated, "deal:" + id, token, () -> fenceOf(id));
        }
    }

    private Optional<FencingToken> fenceOf(int id) throws SQLException {
        return queryTexts(source, "SELECT fence FROM deal WHERE id = ?", id).stream()
                .findFirst()
                .map(FencingToken::parse);
    }

    private String state() throws SQLException {
        return queryTexts(source, "SELECT state FROM deal").get(0);
    }
}
