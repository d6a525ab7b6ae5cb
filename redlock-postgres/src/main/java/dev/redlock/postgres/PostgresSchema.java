package dev.redlock.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The tables and functions that make a database a node. The same SQL is on the class path, for those who keep migrations:
 * {@code db/redlock-postgres/R__redlock_node.sql}.
 */
public final class PostgresSchema {
    /** What the functions must call themselves. */
    static final int VERSION = 1;

    static final String FILE = "db/redlock-postgres/R__redlock_node.sql";

    private PostgresSchema() {}

    public static String sql() {
        try (InputStream file = PostgresSchema.class.getResourceAsStream("/" + FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates what is missing and replaces the functions; leaves the data alone. */
    public static void create(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(sql());
            connection.commit();
        }
    }
}
