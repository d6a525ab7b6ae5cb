package dev.redlock.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The databases whose SQL is known here. Which one it is, a connection knows without asking the server. */
public enum SqlDialect {
    POSTGRESQL,
    /** MySQL and MariaDB. */
    MYSQL,
    H2;

    /** Any number that nobody else is likely to lock. */
    private static final long SCHEMA_CHANGE = 7_239_846_120_935L;

    /**
     * The dialect of what the connection leads to.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static SqlDialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "MySQL", "MariaDB" -> MYSQL;
            case "H2" -> H2;
            default ->
                throw new IllegalArgumentException("there is no SQL for the database '" + product
                        + "' here; it is known for PostgreSQL, MySQL, MariaDB and H2. If yours speaks one of these"
                        + " dialects, say so with withDialect");
        };
    }

    /** Where the files with the tables are, below {@code redlock-fencing/} on the class path. */
    String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Statements that create something, as they have to be sent where several instances may start at the same time. In
     * PostgreSQL, two that create the same table disturb each other although each says IF NOT EXISTS: they take turns.
     *
     * @param statements each with a semicolon at its end
     */
    List<String> asOneStep(String statements) {
        if (this == POSTGRESQL) {
            return List.of("SELECT pg_advisory_xact_lock(" + SCHEMA_CHANGE + ");\n" + statements);
        }
        return Stream.of(statements.split(";\\s*", -1))
                .filter(sql -> !sql.isBlank())
                .toList();
    }

    /** The SQL that gives a column another type. */
    String changeColumn(String table, String column, String type) {
        return "ALTER TABLE " + table
                + switch (this) {
                    case POSTGRESQL ->
                        " ALTER COLUMN " + column + " TYPE " + type + " USING " + column + "::" + type
                                + ", ALTER COLUMN " + column + " SET NOT NULL";
                    case MYSQL -> " MODIFY COLUMN " + column + " " + type + " NOT NULL";
                    case H2 -> " ALTER COLUMN " + column + " " + type + " NOT NULL";
                };
    }

    /** Text that is compared byte by byte. */
    String textType(int length) {
        return "VARCHAR(" + length + ")" + (this == MYSQL ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "");
    }
}
