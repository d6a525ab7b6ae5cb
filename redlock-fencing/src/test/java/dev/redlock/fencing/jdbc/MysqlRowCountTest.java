package dev.redlock.fencing.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.FencingToken;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.fixture.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** MySQL drivers count rows that were found or rows that were changed, as their users like it. The fence must not care. */
@ResourceLock(TestDatabase.SHARED)
class MysqlRowCountTest {
    private static final FencingToken OLD = new FencingToken(33);
    private static final FencingToken NEW = new FencingToken(34);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_fence_does_not_depend_on_how_the_driver_counts(boolean onlyChanged) throws SQLException {
        TestDatabase.MARIADB.fresh();
        MariaDbDataSource source = new MariaDbDataSource(
                "jdbc:mariadb://127.0.0.1:" + TestDatabase.MARIADB.port() + "/test?useAffectedRows=" + onlyChanged);
        source.setUser("root");
        JdbcFence fence = JdbcFence.on(source);

        fence.mark("x", OLD);
        fence.mark("x", OLD);
        fence.mark("x", NEW);
        fence.mark("x", NEW);

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> fence.mark("x", OLD))
                .satisfies(refused -> assertThat(refused.newest()).isEqualTo(NEW));
        assertThat(fence.newest("x")).contains(NEW);
    }
}
