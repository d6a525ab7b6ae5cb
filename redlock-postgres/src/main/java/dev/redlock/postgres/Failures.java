package dev.redlock.postgres;

import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says what went wrong at the database, and what to do. The codes are those of the PostgreSQL manual, appendix A. */
final class Failures {
    static final String GRANTS =
            "GRANT USAGE ON SCHEMA redlock TO that user; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL"
                    + " TABLES IN SCHEMA redlock TO that user";

    private static final String MISSING =
            "its lock functions are missing: run " + PostgresSchema.FILE + " on it, or use PostgresNode.createSchema()";
    private static final String RIGHTS = "the user of the data source lacks rights: " + GRANTS;
    private static final String READ_ONLY = "it is read-only: a standby, or default_transaction_read_only is on";

    private static final Set<String> ABSENT = Set.of("42883", "42P01", "3F000");
    private static final String NO_RIGHTS = "42501";
    private static final String NO_WRITES = "25006";
    private static final Set<String> TOO_SLOW = Set.of("57014", "55P03");

    /** Some drivers and pools put the address into their messages, and some people put passwords into addresses. */
    private static final Pattern SECRET = Pattern.compile(
            "(?i)((?:password|passwd|pwd|secret)\\s*[=:]\\s*)[^&;,\\s)]*|(://[^/@\\s:]*:)[^@\\s]*(?=@)");

    private Failures() {}

    /** Whether nothing more can be asked on this connection. */
    static boolean isEnd(SQLException error) {
        String state = stateOf(error);
        return state.isEmpty() || state.startsWith("08") || state.startsWith("57P") || hasIoCause(error);
    }

    static Failed reply(SQLException error) {
        String state = stateOf(error);
        if (isEnd(error)) {
            return new Failed(Cause.DISCONNECTED, "the connection was lost: " + describe(error));
        } else if (TOO_SLOW.contains(state)) {
            return new Failed(
                    Cause.TIMED_OUT,
                    "the database gave up on the request, which has done nothing: " + describe(error)
                            + "; somebody may hold a row of redlock.names locked, or the server is overloaded");
        }
        return new Failed(Cause.ERROR, wrongSetup(error).orElseGet(() -> describe(error)));
    }

    /** What somebody has to change, if that is what the error says. */
    static Optional<String> wrongSetup(SQLException error) {
        String state = stateOf(error);
        if (ABSENT.contains(state)) {
            return Optional.of(MISSING);
        } else if (state.equals(NO_RIGHTS)) {
            return Optional.of(RIGHTS + " (" + describe(error) + ")");
        } else if (state.equals(NO_WRITES)) {
            return Optional.of(READ_ONLY);
        }
        return Optional.empty();
    }

    static boolean isAbsence(SQLException error) {
        return ABSENT.contains(stateOf(error));
    }

    /** The first line: what follows is where in our functions it happened. */
    static String describe(Throwable error) {
        String message = error.getMessage();
        String line = message == null ? "" : message.strip().lines().findFirst().orElse("");
        String bare = line.startsWith("ERROR: ") ? line.substring("ERROR: ".length()) : line;
        return bare.isEmpty()
                ? error.getClass().getSimpleName()
                : SECRET.matcher(bare).replaceAll("$1$2***");
    }

    private static String stateOf(SQLException error) {
        return Optional.ofNullable(error.getSQLState()).orElse("");
    }

    private static boolean hasIoCause(@Nullable Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof IOException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
