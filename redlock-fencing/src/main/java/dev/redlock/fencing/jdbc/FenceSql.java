package dev.redlock.fencing.jdbc;

import dev.redlock.FencingToken;
import dev.redlock.fencing.internal.SqlStates;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/**
 * The statements of a fence.
 *
 * @param timeout for how long a statement waits for somebody else's transaction
 */
record FenceSql(SqlDialect dialect, String table, Duration timeout) {

    /*
     * One statement that compares and raises
     * --------------------------------------
     * It has to lock the row, compare with what was committed last and raise, all before anybody else can. Then the row
     * lock keeps others out until the caller's transaction ends, and that makes the comparison and the write one step. A
     * SELECT followed by a write does not: both holders can read the old token and then both write.
     *
     * PostgreSQL and H2 say by the number of rows whether the condition held; which token is the newest is asked for only
     * if it did not. MySQL counts an unchanged row as one or as none, depending on how the driver connects, so there the
     * statement tells the token that is in the row afterwards: LAST_INSERT_ID(x) sends x back in the same answer, as if it
     * were a generated key.
     */

    /** Empty if the fence stands at this token now; else the newer one that is in the way. */
    Optional<FencingToken> raise(Connection connection, String resource, FencingToken token) throws SQLException {
        return switch (dialect) {
            case POSTGRESQL -> raiseByCount(connection, postgres(), resource, token);
            case H2 -> raiseInH2(connection, resource, token);
            case MYSQL -> raiseInMysql(connection, resource, token);
        };
    }

    Optional<FencingToken> newest(Connection connection, String resource) throws SQLException {
        return newest(connection, resource, "");
    }

    private Optional<FencingToken> newest(Connection connection, String resource, String locking) throws SQLException {
        String sql = "SELECT token FROM " + table + " WHERE resource = ?" + locking;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            limit(query);
            query.setString(1, resource);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(new FencingToken(row.getLong(1))) : Optional.empty();
            }
        }
    }

    int forgetBelow(Connection connection, FencingToken token) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE token < ?")) {
            delete.setLong(1, token.value());
            return delete.executeUpdate();
        }
    }

    private String postgres() {
        return "INSERT INTO " + table + " AS fence (resource, token) VALUES (?, ?) ON CONFLICT (resource)"
                + " DO UPDATE SET token = EXCLUDED.token WHERE fence.token <= EXCLUDED.token";
    }

    private String h2() {
        return "MERGE INTO " + table + " AS fence USING (VALUES (?, CAST(? AS BIGINT))) AS held (resource, token)"
                + " ON fence.resource = held.resource"
                + " WHEN MATCHED AND fence.token <= held.token THEN UPDATE SET fence.token = held.token"
                + " WHEN NOT MATCHED THEN INSERT (resource, token) VALUES (held.resource, held.token)";
    }

    private String mysql() {
        return "INSERT INTO " + table + " (resource, token) VALUES (?, LAST_INSERT_ID(?))"
                + " ON DUPLICATE KEY UPDATE token = LAST_INSERT_ID(GREATEST(token, ?))";
    }

    private Optional<FencingToken> raiseByCount(Connection connection, String sql, String resource, FencingToken token)
            throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(sql)) {
            limit(upsert);
            upsert.setString(1, resource);
            upsert.setLong(2, token.value());
            if (upsert.executeUpdate() == 1) {
                return Optional.empty();
            }
        }
        return Optional.of(newest(connection, resource)
                .filter(newest -> newest.compareTo(token) > 0)
                .orElseThrow(() -> new SQLException(
                        "the fence of '" + resource + "' changed while it was read; nothing was written", "40001")));
    }

    /** H2 does not make a MERGE wait for the insert of another transaction: it fails, and by then there is a row to find. */
    private Optional<FencingToken> raiseInH2(Connection connection, String resource, FencingToken token)
            throws SQLException {
        try {
            return raiseByCount(connection, h2(), resource, token);
        } catch (SQLException e) {
            if (!SqlStates.isDuplicateKey(e)) {
                throw e;
            }
            return raiseByCount(connection, h2(), resource, token);
        }
    }

    private Optional<FencingToken> raiseInMysql(Connection connection, String resource, FencingToken token)
            throws SQLException {
        Optional<FencingToken> sentBack;
        try (PreparedStatement upsert = connection.prepareStatement(mysql(), Statement.RETURN_GENERATED_KEYS)) {
            limit(upsert);
            upsert.setString(1, resource);
            upsert.setLong(2, token.value());
            upsert.setLong(3, token.value());
            upsert.executeUpdate();
            sentBack = sentBack(upsert);
        }
        // Some drivers keep it to themselves if no row was changed. No answer is not a yes, so ask; the row is locked.
        FencingToken standing = sentBack.isPresent() ? sentBack.get() : lockedRow(connection, resource);
        return standing.equals(token) ? Optional.empty() : Optional.of(standing);
    }

    private FencingToken lockedRow(Connection connection, String resource) throws SQLException {
        return newest(connection, resource, " FOR UPDATE")
                .orElseThrow(() -> new SQLException("the fence of '" + resource + "' was not written", "40001"));
    }

    private static Optional<FencingToken> sentBack(PreparedStatement upsert) throws SQLException {
        try (ResultSet key = upsert.getGeneratedKeys()) {
            return key.next() ? Optional.of(new FencingToken(key.getLong(1))) : Optional.empty();
        }
    }

    private void limit(Statement statement) throws SQLException {
        statement.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
    }
}
