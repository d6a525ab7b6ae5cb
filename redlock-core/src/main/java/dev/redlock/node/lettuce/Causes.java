package dev.redlock.node.lettuce;

import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says in one line what went wrong at a server, for people. */
final class Causes {
    private Causes() {}

    /** What Redis puts around the message of an error inside a script: the script's name and the line, twice. */
    private static final Pattern LUA_TRACE =
            Pattern.compile("^(ERR )?(Error running script \\(call to f_[0-9a-f]+\\): )?(@?user_script: ?\\d+: ?)*-?");

    /** The error itself, such as {@code OOM command not allowed…}, without where in our script it happened. */
    static String withoutLuaTrace(String message) {
        String bare = LUA_TRACE.matcher(message).replaceFirst("");
        return bare.isEmpty() ? message : bare;
    }

    static String describe(@Nullable Throwable error) {
        Throwable cause = error;
        while (cause != null
                && cause.getCause() != null
                && (cause instanceof CompletionException
                        || cause.getClass().getName().startsWith("io.lettuce"))) {
            cause = cause.getCause();
        }
        if (cause instanceof TimeoutException) {
            return "no answer in time";
        }
        return cause == null || cause.getMessage() == null ? "cannot connect" : cause.getMessage();
    }
}
