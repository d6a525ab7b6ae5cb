package dev.redlock.fencing.jdbc;

import dev.redlock.fencing.internal.OpenTransaction;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * All tables of this module, under their default names. The same SQL is on the class path, for those who keep migrations:
 * {@code redlock-fencing/postgresql/redlock_fence.sql} and so on, also for {@code mysql} and {@code h2}.
 */
public final class FencingSchema {
    private FencingSchema() {}

    /** Creates the tables that are not there yet. */
    public static void create(DataSource dataSource) throws SQLException {
        OpenTransaction.run(dataSource, connection -> {
            for (Table table : Table.ALL) {
                table.create(connection, SqlDialect.of(connection), table.defaultName());
            }
            return true;
        });
    }

    /**
     * Looks whether the tables can be used.
     *
     * @throws IllegalStateException if a table is not as it has to be: says what is wrong, and the SQL that puts it right
     */
    public static void verify(DataSource dataSource) throws SQLException {
        OpenTransaction.run(dataSource, connection -> {
            for (Table table : Table.ALL) {
                new TableInspection(connection, SqlDialect.of(connection), table, table.defaultName())
                        .requireRightShape();
            }
            return true;
        });
    }
}
