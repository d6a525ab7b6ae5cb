package dev.redlock.fencing.jdbc;

import dev.redlock.fencing.jdbc.Table.Column;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares a table with what it has to be. */
final class TableInspection {
    private final Connection connection;
    private final SqlDialect dialect;
    private final Table table;
    private final String name;
    private final List<String> problems = new ArrayList<>();
    private final List<String> remedies = new ArrayList<>();

    /** @param name of the table, optionally after a schema and a dot */
    TableInspection(Connection connection, SqlDialect dialect, Table table, String name) {
        this.connection = connection;
        this.dialect = dialect;
        this.table = table;
        this.name = name;
    }

    /** @throws IllegalStateException if something is wrong with the table: says what, and the SQL that puts it right */
    void requireRightShape() throws SQLException {
        if (exists()) {
            inspectColumns();
            inspectKey();
            inspectCollations();
        } else {
            problem("it does not exist", table.sql(dialect, name).strip());
        }
        if (!problems.isEmpty()) {
            throw new IllegalStateException("the table " + name + " cannot be used: " + String.join("; ", problems)
                    + ". To put it right:\n" + String.join("\n", remedies));
        }
    }

    private void inspectColumns() throws SQLException {
        Map<String, Integer> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        try (Statement statement = connection.createStatement();
                ResultSet nothing = statement.executeQuery("SELECT * FROM " + name + " WHERE 1 = 0")) {
            ResultSetMetaData shape = nothing.getMetaData();
            for (int at = 1; at <= shape.getColumnCount(); at++) {
                found.put(shape.getColumnName(at), at);
            }
            for (Column column : table.columns()) {
                inspect(column, shape, found.get(column.name()));
            }
        }
    }

    private void inspect(Column column, ResultSetMetaData shape, @Nullable Integer at) throws SQLException {
        String type = column.type(dialect);
        if (at == null) {
            problem(
                    "column " + column.name() + " is missing",
                    "ALTER TABLE " + name + " ADD COLUMN " + column.name() + " " + type + " NOT NULL;");
        } else if (!fits(column, shape, at)) {
            problem(
                    "column " + column.name() + " is " + shape.getColumnTypeName(at) + "(" + shape.getPrecision(at)
                            + "), needed is " + type,
                    dialect.changeColumn(name, column.name(), type) + ";");
        } else if (shape.isNullable(at) == ResultSetMetaData.columnNullable) {
            problem("column " + column.name() + " may be null", dialect.changeColumn(name, column.name(), type) + ";");
        }
    }

    private static boolean fits(Column column, ResultSetMetaData shape, int at) throws SQLException {
        int type = shape.getColumnType(at);
        if (!column.isText()) {
            return type == Types.BIGINT;
        }
        boolean text = type == Types.VARCHAR || type == Types.LONGVARCHAR || type == Types.CLOB;
        // PostgreSQL says 2147483647 of a text without a limit, others may say 0.
        return text && (shape.getPrecision(at) == 0 || shape.getPrecision(at) >= column.length());
    }

    /** Without the key, two rows of one resource could stand beside each other, and an upsert would never find the first. */
    private void inspectKey() throws SQLException {
        List<String> key = new ArrayList<>();
        try (ResultSet keys = connection.getMetaData().getPrimaryKeys(catalog(), schema(), stored(bareName()))) {
            while (keys.next()) {
                key.add(keys.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        String wanted = table.key().name();
        if (!key.equals(List.of(wanted))) {
            problem(
                    "its primary key is " + key + ", needed is [" + wanted + "]",
                    "ALTER TABLE " + name + " ADD PRIMARY KEY (" + wanted + ");");
        }
    }

    /** MySQL compares without case by default: two resources would share a fence, and one would be refused for the other. */
    private void inspectCollations() throws SQLException {
        if (dialect != SqlDialect.MYSQL) {
            return;
        }
        String sql =
                "SELECT collation_name FROM information_schema.columns WHERE table_schema = COALESCE(?, DATABASE())"
                        + " AND table_name = ? AND column_name = ? AND collation_name NOT LIKE '%\\_bin'";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            Column key = table.key();
            query.setString(1, schemaName());
            query.setString(2, bareName());
            query.setString(3, key.name());
            try (ResultSet wrong = query.executeQuery()) {
                if (wrong.next()) {
                    problem(
                            "column " + key.name() + " has the collation " + wrong.getString(1)
                                    + ", which takes different names for the same",
                            dialect.changeColumn(name, key.name(), key.type(dialect)) + ";");
                }
            }
        }
    }

    private boolean exists() throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(catalog(), schema(), stored(bareName()), null)) {
            return tables.next();
        }
    }

    private void problem(String what, String remedy) {
        problems.add(what);
        if (!remedies.contains(remedy)) {
            remedies.add(remedy);
        }
    }

    /** MySQL calls a schema a catalog. */
    private @Nullable String catalog() throws SQLException {
        String named = schemaName();
        return dialect == SqlDialect.MYSQL && named != null ? named : connection.getCatalog();
    }

    private @Nullable String schema() throws SQLException {
        String named = schemaName();
        if (dialect == SqlDialect.MYSQL) {
            return null;
        }
        return named == null ? connection.getSchema() : stored(named);
    }

    private @Nullable String schemaName() {
        int dot = name.indexOf('.');
        return dot < 0 ? null : name.substring(0, dot);
    }

    private String bareName() {
        return name.substring(name.indexOf('.') + 1);
    }

    /** As the database writes names that come without quotes. */
    private String stored(String identifier) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        if (database.storesUpperCaseIdentifiers()) {
            return identifier.toUpperCase(Locale.ROOT);
        }
        return database.storesLowerCaseIdentifiers() ? identifier.toLowerCase(Locale.ROOT) : identifier;
    }
}
