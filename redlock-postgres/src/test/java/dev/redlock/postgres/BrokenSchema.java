package dev.redlock.postgres;

import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** Deliberate defects of the functions in the database, which the tests have to find. */
enum BrokenSchema {
    NONE("", "", ""),
    ROWS_ARE_NOT_LOCKED("lock_all", "DO UPDATE SET token = n.token WHERE false", "DO NOTHING"),
    ROWS_ARE_LOCKED_IN_ANY_ORDER("lock_all", "ORDER BY wanted.name COLLATE \"C\"", "ORDER BY random()"),
    FLOOR_IS_READ_BEFORE_THE_LOCK(
            "acquire",
            "PERFORM redlock.lock_all(p_space, p_names);\n    SELECT floor INTO v_floor FROM redlock.meta WHERE space ="
                    + " p_space;",
            "SELECT floor INTO v_floor FROM redlock.meta WHERE space = p_space;\n    PERFORM"
                    + " redlock.lock_all(p_space, p_names);"),
    ROWS_ARE_DROPPED_TOO_EARLY("sweep", "token <= v_floor AND ", ""),
    TIME_OF_THE_TRANSACTION("clock", "SELECT clock_timestamp()", "SELECT now()"),
    ANYBODY_RELEASES("release", " AND holder = p_holder", ""),
    ANYBODY_EXTENDS("extend", "FILTER (WHERE holder = p_holder)", "FILTER (WHERE holder IS NOT NULL)"),
    RAISES_WHAT_CAME_BACK("raise", " AND greatest(v_floor, token) = p_granted", ""),
    COMMITS_ARE_NOT_WAITED_FOR("wait_for_disk", "= 'off'", "= 'never'"),
    SET_BACK_IS_NOT_LOOKED_FOR("facts", "IF p_seen > high", "IF false AND p_seen > high");

    private final String function;
    private final String right;
    private final String wrong;

    BrokenSchema(String function, String right, String wrong) {
        this.function = function;
        this.right = right;
        this.wrong = wrong;
    }

    /** A new database with these functions. */
    PGSimpleDataSource install(TestServer server) throws SQLException {
        PGSimpleDataSource source = server.fresh("mutant");
        install(source);
        return source;
    }

    void install(PGSimpleDataSource source) throws SQLException {
        TestServer.execute(source, sql());
    }

    private String sql() {
        String sql = PostgresSchema.sql();
        if (right.isEmpty()) {
            return sql;
        }
        int from = sql.indexOf("FUNCTION redlock." + function + "(");
        int at = sql.indexOf(right, from);
        int end = sql.indexOf("CREATE OR REPLACE", from);
        if (from < 0 || at < 0 || at > end) {
            throw new IllegalStateException(this + " does not fit the source any more: " + right);
        }
        return sql.substring(0, at) + wrong + sql.substring(at + right.length());
    }
}
