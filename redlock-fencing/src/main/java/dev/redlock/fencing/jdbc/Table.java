package dev.redlock.fencing.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A table of this module. Its SQL is in a file, so that whoever keeps migrations can take it from there.
 *
 * @param columns the first one is the primary key
 */
record Table(String defaultName, List<Column> columns) {
    static final Table FENCE = of("redlock_fence", Column.text("resource", 200), Column.number("token"));

    static final List<Table> ALL = List.of(
            FENCE,
            of(
                    "redlock_idempotency",
                    Column.text("id", 220),
                    Column.text("fingerprint", 64),
                    Column.text("answer", 1000),
                    Column.number("expires_at_ms")),
            of("redlock_outbox", Column.number("id"), Column.text("topic", 200), Column.text("payload", 1000)),
            of(
                    "redlock_refund_limit",
                    Column.text("payout_key", 200),
                    Column.number("paid"),
                    Column.number("refunded")));

    private static Table of(String defaultName, Column... columns) {
        return new Table(defaultName, List.of(columns));
    }

    /** @param length of a text at least; zero for a number */
    record Column(String name, int length) {
        static Column text(String name, int length) {
            return new Column(name, length);
        }

        static Column number(String name) {
            return new Column(name, 0);
        }

        boolean isText() {
            return length > 0;
        }

        String type(SqlDialect dialect) {
            return isText() ? dialect.textType(length) : "BIGINT";
        }
    }

    Column key() {
        return columns.get(0);
    }

    void create(Connection connection, SqlDialect dialect, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : dialect.asOneStep(sql(dialect, name))) {
                statement.execute(sql);
            }
        }
    }

    /** The statements that create the table, each with a semicolon at its end. */
    String sql(SqlDialect dialect, String name) {
        String file = "/redlock-fencing/" + dialect.folder() + "/" + defaultName + ".sql";
        try (InputStream in = Table.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the file " + file + " is missing from the redlock-fencing jar");
            }
            String withComments = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return withComments.replaceAll("(?m)^--.*\\R", "").replaceAll("\\b" + defaultName + "\\b", name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
