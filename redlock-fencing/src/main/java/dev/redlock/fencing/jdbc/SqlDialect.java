package dev.redlock.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** The databases whose SQL is known here. Which one it is, a connection knows without asking the server. */
public enum SqlDialect {
    POSTGRESQL,
    /** MySQL and MariaDB. */
    MYSQL,
    H2;

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
