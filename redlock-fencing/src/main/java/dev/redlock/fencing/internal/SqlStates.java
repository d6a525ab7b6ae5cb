package dev.redlock.fencing.internal;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Set;

/** What an error of a database means. */
public final class SqlStates {
    /** Query cancelled; lock not available; lock timeout of H2; statement time exceeded of MariaDB. */
    private static final Set<String> TIMEOUTS = Set.of("57014", "55P03", "HYT00", "70100");

    private static final int MYSQL_LOCK_WAIT_TIMEOUT = 1205;
    private static final int MYSQL_DUPLICATE_KEY = 1062;

    private SqlStates() {}

    /** Whether somebody else's transaction was in the way for too long. */
    public static boolean isTimeout(SQLException e) {
        return e instanceof SQLTimeoutException
                || TIMEOUTS.contains(state(e))
                || e.getErrorCode() == MYSQL_LOCK_WAIT_TIMEOUT;
    }

    public static boolean isDuplicateKey(SQLException e) {
        return state(e).equals("23505") || e.getErrorCode() == MYSQL_DUPLICATE_KEY;
    }

    /**
     * Whether a database that answers a commit with this has surely not committed: the transaction was rolled back (class
     * 40), broke a constraint (23), or had failed before (25). Everything else, a lost connection above all, leaves it open.
     */
    public static boolean isRolledBack(SQLException e) {
        String state = state(e);
        return (state.startsWith("40") && !state.equals("40003")) || state.startsWith("23") || state.startsWith("25");
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }
}
