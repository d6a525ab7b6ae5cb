package dev.redlock.fencing.jdbc;

import static dev.redlock.fencing.fixture.TestDatabase.execute;
import static dev.redlock.fencing.fixture.TestDatabase.queryNumber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.redlock.FencingToken;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is wrong is refused with a clear error, and nothing is written. Names and tables, in every database. */
@ParameterizedClass
@EnumSource
@ResourceLock(TestDatabase.SHARED)
class BadInputTest {
    private static final FencingToken TOKEN = new FencingToken(34);

    private final TestDatabase database;
    private final DataSource source;
    private final JdbcFence fence;

    BadInputTest(TestDatabase database) throws SQLException {
        this.database = database;
        source = database.fresh();
        fence = JdbcFence.on(source);
    }

    @Test
    void sql_in_a_resource_name_is_only_a_name() throws SQLException {
        List<String> hostile = List.of(
                "x'; DROP TABLE redlock_fence; --", "x\" OR \"1\"=\"1", "x\\'); --", "%", "_", "x;y", "`x`", "🙂 ключ");

        hostile.forEach(name -> fence.mark(name, TOKEN));

        hostile.forEach(name -> assertThat(fence.newest(name)).as(name).contains(TOKEN));
        assertThat(rows()).isEqualTo(hostile.size());
    }

    @Test
    void names_that_differ_only_in_case_or_accents_are_different() {
        fence.mark("deal:e", TOKEN);

        assertThat(fence.newest("DEAL:E")).isEmpty();
        assertThat(fence.newest("deal:é")).isEmpty();
    }

    @Test
    void names_that_a_database_could_change_are_refused() throws SQLException {
        List<String> bad = List.of("", "  ", " x", "x ", "x\u0000", "x\ny", "x".repeat(201), "\ud83d");

        for (String name : bad) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fence.mark(name, TOKEN))
                    .withMessageContaining("a resource name");
        }
        assertThat(rows()).isZero();
    }

    @Test
    void the_longest_name_fits_into_the_table() {
        fence.mark("ж".repeat(200), TOKEN);

        assertThat(fence.newest("ж".repeat(200))).contains(TOKEN);
    }

    @Test
    @SuppressWarnings("NullAway") // Callers without null checks are the point.
    void null_is_refused() throws SQLException {
        assertThatIllegalArgumentException().isThrownBy(() -> fence.mark(null, TOKEN));
        assertThatNullPointerException().isThrownBy(() -> fence.mark("x", null)).withMessage("token");
        assertThat(rows()).isZero();
    }

    @Test
    void a_table_name_must_be_a_plain_identifier() {
        for (String name : List.of("", "a b", "a;b", "a--", "\"a\"", "a.b.c", "1a", "a'")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fence.withTable(name))
                    .withMessageContaining("plain SQL identifier");
        }
    }

    @Test
    void another_table_can_be_created_verified_and_used() {
        JdbcFence other = fence.withTable("my_fence");

        other.createTable();
        other.createTable();
        other.verifyTable();
        other.mark("x", TOKEN);

        assertThat(other.newest("x")).contains(TOKEN);
        assertThat(fence.newest("x")).isEmpty();
    }

    @Test
    void a_missing_table_is_told_together_with_the_sql_that_creates_it() {
        JdbcFence other = fence.withTable("no_such_table");

        assertThatIllegalStateException()
                .isThrownBy(other::verifyTable)
                .withMessageContainingAll(
                        "no_such_table", "does not exist", "CREATE TABLE IF NOT EXISTS no_such_table");
        assertThatExceptionOfType(FenceUnavailableException.class).isThrownBy(() -> other.mark("x", TOKEN));
    }

    @Test
    void a_table_of_the_wrong_shape_is_told_together_with_the_sql_that_repairs_it() throws SQLException {
        execute(source, "CREATE TABLE bad_fence (resource VARCHAR(20), token INTEGER NOT NULL)");
        JdbcFence bad = fence.withTable("bad_fence");

        assertThatIllegalStateException()
                .isThrownBy(bad::verifyTable)
                .satisfies(wrong -> assertThat(wrong)
                        .hasMessageContainingAll("column resource", "column token", "primary key is []")
                        .hasMessageContaining("ALTER TABLE bad_fence ADD PRIMARY KEY (resource);"))
                .satisfies(wrong -> repairWith(String.valueOf(wrong.getMessage())));
        bad.verifyTable();
        bad.mark("x", TOKEN);
        assertThat(bad.newest("x")).contains(TOKEN);
    }

    @Test
    void a_missing_column_is_told() throws SQLException {
        execute(source, "CREATE TABLE bad_fence (resource VARCHAR(200) NOT NULL PRIMARY KEY)");

        assertThatIllegalStateException()
                .isThrownBy(() -> fence.withTable("bad_fence").verifyTable())
                .withMessageContainingAll("column token is missing", "ADD COLUMN token BIGINT NOT NULL");
    }

    @Test
    void a_table_that_takes_different_names_for_the_same_is_told() throws SQLException {
        assumeThat(database).as("others compare names as they are").isEqualTo(TestDatabase.MARIADB);
        execute(
                source,
                "CREATE TABLE bad_fence (resource VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"
                        + " NOT NULL PRIMARY KEY, token BIGINT NOT NULL)");
        JdbcFence bad = fence.withTable("bad_fence");

        assertThatIllegalStateException()
                .isThrownBy(bad::verifyTable)
                .withMessageContaining("collation utf8mb4_general_ci")
                .satisfies(wrong -> repairWith(String.valueOf(wrong.getMessage())));
        bad.verifyTable();
    }

    @Test
    void all_tables_of_the_schema_have_the_right_shape() throws SQLException {
        FencingSchema.verify(source);
    }

    @Test
    void a_dialect_can_be_given() {
        SqlDialect dialect = database == TestDatabase.MARIADB ? SqlDialect.MYSQL : SqlDialect.valueOf(database.name());

        fence.withDialect(dialect).mark("x", TOKEN);

        assertThat(fence.newest("x")).contains(TOKEN);
    }

    private void repairWith(String message) {
        String sql = message.substring(message.indexOf("put it right:\n") + "put it right:\n".length());
        sql.lines().forEach(statement -> {
            try {
                execute(source, statement.replaceAll(";$", ""));
            } catch (SQLException e) {
                throw new AssertionError(statement, e);
            }
        });
    }

    private long rows() throws SQLException {
        return queryNumber(source, "SELECT COUNT(*) FROM redlock_fence");
    }
}
